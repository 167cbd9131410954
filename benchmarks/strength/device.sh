#!/bin/bash
# Plays for some minutes on a machine with many cores, where nothing can be installed:
#     bash benchmarks/strength/device.sh "QUESTIONS" [OPTION…]      # as of python -m benchmarks.strength
# Leaves the sums and the page in $OUT, all games in games.tar.gz, and what was said in log.txt. To go on with such
# games, put them into build/games.tar.gz; to add them up here:
#     tar xzf games.tar.gz -C build/strength && python -m benchmarks.strength --minutes 0
# What is asked for in this order, on 16 processors, nine minutes each; go on with the games of the one before:
#     bash benchmarks/strength/device.sh "levels/beginner levels/easy levels/normal levels/hard 200, order/beginner order/easy order/normal order/hard"
#     bash benchmarks/strength/device.sh "habits/antics/normal 30, conduct/minicity/2 60, conduct/antics" --games 400
#     bash benchmarks/strength/device.sh "levels/expert"
#     bash benchmarks/strength/device.sh "network 240, company 200, control evaluator"      # of the games that bring a network
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=/tmp/formicarium-strength
OUT=${OUT:-$root/build/strength-found}
began=$(date +%s)
passed() { echo $(($(date +%s) - began)); }
mkdir -p "$OUT" $work/games
. "$root/benchmarks/gpu/unpack.sh"
prepared $work
[ -f "$root/build/games.tar.gz" ] && tar xzf "$root/build/games.tar.gz" -C $work/games

keep() { tar -C $work/games -czf "$OUT/games.new" . && mv "$OUT/games.new" "$OUT/games.tar.gz"; }
limit=$((${LIMIT:-550} - 40)) # what is left is for the sums
cd $work || exit
timeout -k 5 $((limit - $(passed) + 30)) python3 -m benchmarks.strength --folder $work/games \
    --workers "${WORKERS:-$(env -u OMP_NUM_THREADS nproc)}" --minutes "$(python3 -c "print(($limit - $(passed)) / 60)")" \
    --questions "$@" >"$OUT/log.txt" 2>&1 &
player=$!
kept=$(passed)
while kill -0 $player 2>/dev/null; do
    sleep 1
    [ $(($(passed) - kept)) -ge 60 ] && keep && kept=$(passed)
done
cp "$root"/benchmarks/strength/{conduct,habits,results}.json "$root/docs/strength.md" "$OUT"
keep
echo "$(passed) s"
tail -n 60 "$OUT/log.txt"
ls -l "$OUT"
