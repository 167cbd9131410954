# To be sourced: lays the packages of pack.sh out in a folder, where the machine has none, and beside them what stands
# for an installed formicarium.
#     unpack FOLDER
unpack() {
    local here meta file
    here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
    meta=$1/formicarium-0.3.0.dist-info
    mkdir -p "$meta"
    for file in "$here"/build/gpu-device/*.tar.xz; do
        [ -f "$file" ] && python3 -m tarfile -e "$file" "$1"
    done
    python3 - "$here" "$meta" <<'P'
import sys, tomllib, pathlib
root, meta = map(pathlib.Path, sys.argv[1:])
project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
meta.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: formicarium\nVersion: {project['version']}\n")
meta.joinpath("entry_points.txt").write_text("".join(
    f"[{group}]\n" + "".join(f"{name} = {what}\n" for name, what in entries.items()) + "\n"
    for group, entries in project["entry-points"].items()))
P
}

# Makes python3 -m formicarium, and benchmarks, run from these sources; packages are laid out in a folder where needed.
#     prepared FOLDER
prepared() {
    local root
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
    export PYTHONPATH=$root/src:$root OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1 NUMBA_CACHE_DIR=${NUMBA_CACHE_DIR:-$1/cache}
    if ! python3 -c "from importlib.metadata import version; version('formicarium'), version('numba')" 2>/dev/null; then
        unpack "$1/packages"
        PYTHONPATH=$PYTHONPATH:$1/packages
    fi
}
