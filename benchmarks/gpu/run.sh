#!/bin/bash
# Builds, compares and measures everything on one machine with a GPU, in eight minutes:
#     bash benchmarks/gpu/run.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export OUT=${OUT:-$root/build/gpu-found}
work=/tmp/formicarium-gpu
mkdir -p "$OUT" $work/pk $work/made
began=$(date +%s)
lap() { echo "== $(($(date +%s) - began)) s: $*"; }
left() { echo $((${LIMIT:-500} - $(date +%s) + began)); }

# The packages that build, where the machine has none: see pack.sh.
for file in "$root"/build/gpu-device/*.tar.xz; do [ -f "$file" ] && tar xJf "$file" -C $work/pk; done
meta=$work/pk/formicarium-0.3.0.dist-info
mkdir -p $meta
python3 - "$root" $meta <<'P'
import sys, tomllib, pathlib
root, meta = map(pathlib.Path, sys.argv[1:])
project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
meta.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: formicarium\nVersion: {project['version']}\n")
meta.joinpath("entry_points.txt").write_text("".join(
    f"[{group}]\n" + "".join(f"{name} = {what}\n" for name, what in entries.items()) + "\n"
    for group, entries in project["entry-points"].items()))
P
export CUDA_HOME=${CUDA_HOME:-/usr/local/cuda} OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
export CUDA_PATH=$CUDA_HOME PATH=$PATH:$CUDA_HOME/bin NUMBA_CACHE_DIR=$work/cache
building() { (cd "$root" && PYTHONPATH=$root/src:$root:$work/pk LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}:$CUDA_HOME/nvvm/lib64 "$@"); }
lap unpacked; nvidia-smi -L; nproc

# Kernels: one process each. What the CPU comes to: beside them, and in no hurry.
small=forget,give,pick,take_words,take_bytes
builders=()
for game in myrmes antics minicity micropolis; do
    for kernel in step grouped_games random_games $small; do
        building python3 -m benchmarks.gpu.prepare $work/made --games $game --only kernels --kernels $kernel >"$OUT/build-$game-${kernel:0:8}.log" 2>&1 &
        builders+=($!)
    done
done
declare -A counting
for game in antics myrmes minicity micropolis; do
    building nice -n 10 timeout 420 python3 -m benchmarks.gpu.prepare $work/made --games $game --only references --processes 3 >"$OUT/count-$game.log" 2>&1 &
    counting[$game]=$!
done
wait "${builders[@]}"
cat "$OUT"/build-*.log | grep -v "^ " | tail -20
lap kernels built
for game in micropolis minicity myrmes antics; do
    building python3 -m benchmarks.gpu.prepare $work/made --games $game --only bundles >"$OUT/bundle-$game.log" 2>&1 &
    builders+=($!)
done
wait "${builders[@]}"
tail -qn 1 "$OUT"/bundle-*.log
lap bundles

part() { # SECONDS PART [GAME]
    local most=$(left)
    [ "$most" -lt 5 ] && { echo "no time for $2 ${3:-}"; return; }
    [ "$1" -lt "$most" ] && most=$1
    timeout -k 5 $((most + 15)) python3 "$here/run.py" "$2" ${3:+--game "$3"} --folder $work/made --out "$OUT" --seconds "$most" >"$OUT/$2${3:+-$3}.log" 2>&1 ||
        { echo "$2 ${3:-} ended with $?"; tail -4 "$OUT/$2${3:+-$3}.log"; }
    lap "$2" "${3:-}"
}
part 20 faults
part 30 share
for game in myrmes antics micropolis minicity; do part 20 games $game; done
for game in myrmes antics micropolis minicity; do part 16 steps $game; done
for game in micropolis minicity myrmes antics; do
    while kill -0 ${counting[$game]} 2>/dev/null && [ "$(left)" -gt 60 ]; do sleep 1; done
    part 30 check $game
done
for game in myrmes antics micropolis minicity; do part 15 profile $game; done
part 30 sanitize micropolis
tail -qn 1 "$OUT"/count-*.log
python3 "$here/run.py" summary --folder $work/made --out "$OUT" | tee "$OUT/summary.txt"
lap end
