#!/bin/bash
# Trains a network of a game for some seconds, settings of its search and a contest against rules of thumb included, on a
# machine where nothing can be installed (see benchmarks/gpu/pack.sh):
#     bash benchmarks/networks/device.sh GAME SECONDS [OPTION…]     # options as of benchmarks/networks/train.py
# Leaves champion.npz, champion.json, training.html and log.txt in $OUT, and in train.tar.gz all but the games, to go on from:
# put that into build/train-GAME.tar.gz, and the same command with the same options goes on.
set -u
game=$1 seconds=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
work=/tmp/formicarium-networks
OUT=${OUT:-$root/build/networks-found}
began=$(date +%s)
left() { echo $((seconds - $(date +%s) + began)); }
mkdir -p "$OUT" "$work"
. "$root/benchmarks/gpu/unpack.sh"
prepared "$work"
folder=$work/train-$game
[ -f "$root/build/train-$game.tar.gz" ] && mkdir -p "$folder" && tar xzf "$root/build/train-$game.tar.gz" -C "$folder"

keep() {
    [ -d "$folder" ] || return
    cp "$folder"/{champion.npz,champion.json,training.html} "$OUT" 2>/dev/null
    tar -C "$folder" --exclude "./round-*/*" --exclude "./duel-*" -czf "$OUT/train.new" . && mv "$OUT/train.new" "$OUT/train.tar.gz"
}
trap keep EXIT
# Games of a round, as many as 16 processors play in about half a minute, and of a duel. (nproc says how many threads
# OpenMP may have, where it may have few.)
case $game in
micropolis) games=25000 matches=2000 ;;
minicity) games=13000 matches=1000 ;;
myrmes) games=8000 matches=800 ;;
*) games=5000 matches=800 ;;
esac
# Two fifths of the time are for the six duels at the end, and for compiling.
cd "$work" || exit
timeout -s INT -k 30 $(($(left) - 35)) python3 -m benchmarks.networks.train "$game" "$folder" --device "${DEVICE:-cuda}" \
    --workers "${WORKERS:-$(env -u OMP_NUM_THREADS nproc)}" --games $games --matches $matches \
    --minutes "$(python3 -c "print($(left) * 0.6 / 60)")" "$@" 2>&1 | tee "$OUT/log.txt"
code=${PIPESTATUS[0]}
echo "$((seconds - $(left))) s, exit $code"
exit "$code"
