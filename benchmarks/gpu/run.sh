#!/bin/bash
# Builds, compares and measures everything on one machine with a GPU, in eight minutes:
#     bash benchmarks/gpu/run.sh
# What it finds is told at the end, with what was asked, and kept with all logs in found.tar.gz. It ends with 1 where bytes
# differ or something failed, with 2 where all is right and something slower than was asked, and else with 0.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export OUT=${OUT:-$root/build/gpu-found}
work=/tmp/formicarium-gpu
found=$work/found
mkdir -p "$OUT" $work/pk $work/made $found
began=$(date +%s)
keep() { tar -C $found -czf "$OUT/found.tar.gz" .; }
lap() { echo "== $(($(date +%s) - began)) s: $*"; keep; }
left() { echo $((${LIMIT:-480} - $(date +%s) + began)); }

# The packages that build, where the machine has none: see pack.sh.
. "$root/benchmarks/gpu/unpack.sh"
unpack $work/pk
nvcc=$(command -v nvcc || ls -d /usr/local/cuda*/bin/nvcc 2>/dev/null | head -1)
[ -n "$nvcc" ] && nvcc=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
export CUDA_HOME=${CUDA_HOME:-${nvcc:-/usr/local/cuda}} OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
export CUDA_PATH=$CUDA_HOME PATH=$PATH:$CUDA_HOME/bin NUMBA_CACHE_DIR=$work/cache
building() { (cd "$root" && PYTHONPATH=$root/src:$root:$work/pk LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}:$CUDA_HOME/nvvm/lib64 exec "$@"); }
lap unpacked; nvidia-smi -L; nproc; echo "CUDA in $CUDA_HOME"

# Kernels: one process each. What the CPU comes to: beside them, and in no hurry.
small=forget,give,pick,take_words,take_bytes
builders=()
for game in antics myrmes minicity micropolis; do
    for kernel in step_network step grouped_games random_games $small; do
        building python3 -m benchmarks.gpu.prepare $work/made --games $game --only kernels --kernels $kernel >"$found/build-$game-$kernel.log" 2>&1 &
        builders+=($!)
    done
done
declare -A counting
for game in antics myrmes minicity micropolis; do
    building nice -n 10 timeout 470 python3 -m benchmarks.gpu.prepare $work/made --games $game --only references --processes 4 >"$found/count-$game.log" 2>&1 &
    counting[$game]=$!
done
building python3 -m benchmarks.gpu.house house --out $found >"$found/house.log" 2>&1 &
builders+=($!)
wait "${builders[@]}"
tail -qn 1 "$found"/build-*.log | cut -c 1-200
lap kernels built
if ! ls $work/made/*.cubin >/dev/null 2>&1; then
    tail -n 30 "$found"/build-micropolis-step.log "$found"/count-micropolis.log
    kill "${counting[@]}"
    exit 1
fi
builders=()
for game in micropolis minicity myrmes antics; do
    building python3 -m benchmarks.gpu.prepare $work/made --games $game --only bundles >"$found/bundle-$game.log" 2>&1 &
    builders+=($!)
done
wait "${builders[@]}"
tail -qn 1 "$found"/bundle-*.log | cut -c 1-300
lap bundles

part() { # SECONDS PART [GAME]
    local most=$(left) name=$2${3:+-$3}
    [ "$most" -lt 5 ] && { echo "no time for $name"; return; }
    [ "$1" -lt "$most" ] && most=$1
    timeout -k 5 $((most + 15)) python3 "$here/run.py" "$2" ${3:+--game "$3"} --folder $work/made --out $found --seconds "$most" >"$found/$name.log" 2>&1 ||
        { code=$?; echo "[{\"result\": \"FAILED: ended with $code\"}]" >"$found/ended-$name.json"; echo "$name ended with $code"; tail -n 4 "$found/$name.log" | cut -c 1-300; }
    lap "$name"
}
part 10 faults
part 20 share
for game in myrmes antics micropolis minicity; do part 14 games $game; done
for game in myrmes antics micropolis minicity; do part 14 steps $game; done
PYTHONPATH=$work/pk/rivals XLA_PYTHON_CLIENT_PREALLOCATE=false timeout 75 python3 "$here/rivals.py" >"$found/rivals.log" 2>&1
lap rivals
for game in micropolis minicity myrmes antics; do
    while kill -0 ${counting[$game]} 2>/dev/null && [ "$(left)" -gt 120 ]; do sleep 1; done
    part 40 check $game
done
kill "${counting[@]}" 2>/dev/null
building timeout 30 python3 -m benchmarks.gpu.house beside --out $found >"$found/beside.log" 2>&1
lap "ten cores"
for game in myrmes antics micropolis minicity; do part 14 profile $game; done
part 20 sanitize micropolis
tail -qn 1 "$found"/count-*.log | cut -c 1-200
{
    grep -h "steps/s" "$found/rivals.log" || tail -n 3 "$found/rivals.log"
    python3 "$here/run.py" summary --folder $work/made --out $found 2>&1
    echo $? >$work/code
} | cut -c 1-330 | tee "$OUT/summary.txt"
lap end
exit "$(cat $work/code)"
