// A game in the manner of Micropolis for boardgame.io: two decisions a turn, ten rounds, a secret
// pile, about as much state. What its tiles do is simpler than in the real one.

const TILES = 61;
const ROW = 7;
const ROUNDS = 10;
const MOST = 10; // soldiers in an army

// What the player to move can do, as [move, argument]. The load client chooses from it, too.
export function choices(G, player) {
  if (G.hand !== null) return [["place", "left"], ["place", "right"]];
  const anthill = G.anthills[player];
  const found = [];
  let price = 0;
  G.row.forEach((tile, place) => {
    if (tile === null) return;
    if (price <= anthill.army) found.push(["take", place]);
    else if (anthill.tokens > 0) found.push(["token", place]);
    price += 1;
  });
  return found;
}

export function game({ INVALID_MOVE, PlayerView }) {
  // A move that is refused unless it is among the choices; it runs on the server alone, because
  // a browser does not know the pile.
  const move = (name, change) => ({
    client: false,
    move: (context, argument) => {
      const { G, playerID } = context;
      const legal = choices(G, playerID);
      if (!legal.some(([known, value]) => known === name && value === argument)) return INVALID_MOVE;
      change(context, argument);
    },
  });
  return {
    name: "micropolis",
    minPlayers: 2,
    maxPlayers: 2,
    setup,
    playerView: PlayerView.STRIP_SECRETS,
    turn: {
      order: {
        first: ({ G }) => G.leader,
        next: ({ G }) => G.next,
      },
    },
    moves: {
      take: move("take", (context, place) => {
        pay(context.G, context.playerID, place);
        take(context, place);
      }),
      token: move("token", (context, place) => {
        context.G.anthills[context.playerID].tokens -= 1;
        context.G.tokens += 1;
        take(context, place);
      }),
      place: move("place", build),
    },
    endIf: ({ G }) => (G.round > ROUNDS ? { scores: G.anthills.map(score) } : undefined),
  };
}

function setup({ random }) {
  const pile = random.Shuffle([...Array(TILES).keys()]);
  const anthill = () => ({ army: 5, tiles: [], lefts: 0, manned: [], tokens: 0 });
  return {
    secret: { pile: pile.slice(ROW) },
    pileLength: pile.length - ROW,
    round: 1,
    leader: 0,
    next: 1,
    turns: 0,
    row: pile.slice(0, ROW),
    soldiers: Array(ROW).fill(0),
    hand: null,
    reserve: 35,
    tokens: 2,
    anthills: [anthill(), anthill()],
  };
}

// One soldier on every tile that is skipped.
function pay(G, player, place) {
  for (let skipped = 0; skipped < place; skipped++) {
    if (G.row[skipped] === null) continue;
    G.soldiers[skipped] += 1;
    G.anthills[player].army -= 1;
  }
}

function take(context, place) {
  const { G, playerID } = context;
  const anthill = G.anthills[playerID];
  const army = Math.min(MOST, anthill.army + G.soldiers[place]);
  G.reserve += anthill.army + G.soldiers[place] - army;
  anthill.army = army;
  G.hand = G.row[place];
  G.row[place] = null;
  G.soldiers[place] = 0;
  if (anthill.tiles.length === 0) build(context, "right");
}

function build({ G, playerID, events }, side) {
  const anthill = G.anthills[playerID];
  const tile = G.hand;
  G.hand = null;
  if (side === "left") {
    anthill.tiles.unshift(tile);
    anthill.lefts += 1;
  } else {
    anthill.tiles.push(tile);
  }
  effect(G, anthill, tile);
  G.turns += 1;
  G.next = 1 - Number(playerID);
  if (G.turns === 2) endRound(G);
  events.endTurn();
}

// Nurses bring soldiers, architects tokens, officers take from the leader, barracks are manned.
function effect(G, anthill, tile) {
  const kind = tile % 5;
  if (kind === 0) {
    const soldiers = Math.min(2, G.reserve, MOST - anthill.army);
    G.reserve -= soldiers;
    anthill.army += soldiers;
  } else if (kind === 1 && G.tokens > 0) {
    G.tokens -= 1;
    anthill.tokens += 1;
  } else if (kind === 2 && G.anthills[G.leader].army > 0 && anthill.army < MOST) {
    G.anthills[G.leader].army -= 1;
    anthill.army += 1;
  } else if (kind === 3 && anthill.army > 2) {
    anthill.army -= 2;
    anthill.manned.push(tile);
  }
}

// The row is filled up from the pile, and the stronger army leads.
function endRound(G) {
  const left = G.row.flatMap((tile, place) => (tile === null ? [] : [[tile, G.soldiers[place]]]));
  while (left.length < ROW) left.push([G.secret.pile.shift(), 0]);
  G.row = left.map(([tile]) => tile);
  G.soldiers = left.map(([, soldiers]) => soldiers);
  G.pileLength = G.secret.pile.length;
  if (G.anthills[1 - G.leader].army > G.anthills[G.leader].army) G.leader = 1 - G.leader;
  G.next = G.leader;
  G.turns = 0;
  G.round += 1;
}

function score(anthill) {
  return anthill.tiles.reduce((sum, tile) => sum + (tile % 4), 0) + anthill.army;
}
