#!/bin/bash
# Lays out what run.sh needs on a machine with a GPU, CUDA and Python 3.12 where nothing can be installed:
#     bash benchmarks/gpu/pack.sh         # about 50 MB into build/gpu-device, with pip
# The same packages serve benchmarks/networks/device.sh and benchmarks/strength/device.sh there.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
target=$root/build/gpu-device
packages=$(mktemp -d)
trap 'rm -rf "$packages"' EXIT
pinned() { sed -nE "s/^($1==[^ ]+).*/\1/p" "$root"/requirements/test.txt; }

fetch() { # FOLDER PACKAGE…
    "${PYTHON:-$root/.venv/bin/python}" -m pip install --quiet --disable-pip-version-check --target "$1" --no-deps \
        --only-binary :all: --no-compile --implementation cp --python-version 3.12 \
        --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_24_x86_64 \
        --platform manylinux2014_x86_64 --platform any "${@:2}"
}
fetch "$packages" $(pinned "(numba|llvmlite|numba-cuda|cuda-bindings|cuda-core|cuda-pathfinder|msgspec|platformdirs|packaging|rich|markdown-it-py|mdurl|pygments|typer|shellingham|annotated-doc|typing-extensions)")
rm -rf "$packages"/numba_cuda/numba/cuda/tests "$packages"/numba/tests "$packages"/cuda/core/{cu12,_include,_cpp}
# Numba's way to numba-cuda is a .pth file, which PYTHONPATH does not read; and it asks a newer NumPy for old names.
cat >"$packages/sitecustomize.py" <<'P'
import _numba_cuda_redirector
import numpy

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(numpy, old):
        setattr(numpy, old, getattr(numpy, new))
P
# A rival, to be measured beside; without it that part says so.
fetch "$packages/rivals" pgx==2.6.0 svgwrite==1.4.3 || true
rm -rf "$packages"/rivals/{tests,pgx/_src/dwg/mahjong*}
find "$packages" -name "*.pxd" -delete
strip --strip-unneeded "$packages"/llvmlite/binding/*.so
mkdir -p "$target"
rm -f "$target"/*.tar.*
tar -C "$packages" -cf - . | xz --x86 --lzma2=preset=6,dict=32MiB >"$target/packages.tar.xz"
ls -l "$target"
