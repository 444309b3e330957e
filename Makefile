# The two commands of the README are `make demo` and `make test`; both bring up their own
# virtual environment in .venv and need only Python 3.11+, a C++20 compiler and CMake.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(abspath $(BIN)):$(PATH)

.PHONY: demo test dev exports lint types cpp-test pytest stubs stub-check sanitize aarch64 aarch64-python wheel-size tidy bench gates format clean

demo: $(VENV)/installed-cpu
	$(BIN)/inherit-fast demo

test: dev exports lint types stub-check cpp-test pytest

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	touch $@

$(VENV)/installed-cpu: $(VENV)/created pyproject.toml CMakeLists.txt $(wildcard cpp/inherit_fast/* src/*) $(shell find python models -name '*.py' -o -name '*.toml' -o -name '*.onnx')
	$(BIN)/pip install --quiet ".[cpu]"
	touch $@

# What the package needs, without the package: tests read the working tree.
$(VENV)/installed-dev: $(VENV)/created pyproject.toml
	$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	  e = p['optional-dependencies']; print(*p['dependencies'], *e['cpu'], *e['dev'], sep='\n')" \
	  > $(VENV)/requirements.txt
	$(BIN)/pip install --quiet -r $(VENV)/requirements.txt
	touch $@

# The development build: the extension and the models are installed beside the sources.
dev: $(VENV)/installed-dev
	cmake --preset default -DINHERIT_FAST_TESTS=OFF -Dpybind11_DIR=$$($(BIN)/python -m pybind11 --cmakedir) -DPython_EXECUTABLE=$(abspath $(BIN))/python
	cmake --build --preset default
	cmake --install build/default --prefix python

# Torch, transformers and TensorRT-RTX, only for the tests of exports. On x86 Linux the torch of PyPI
# brings CUDA along; PIP_INDEX_URL or PIP_FIND_LINKS may point to a CPU build of the same version.
exports: $(VENV)/installed-dev
	@test -e $(VENV)/installed-exports || { \
	  $(BIN)/pip install --quiet torch==2.13.0 "transformers>=5.0" "onnx>=1.17" "tensorrt-rtx==1.7.*" \
	  && touch $(VENV)/installed-exports; } \
	  || echo "tests of exports left out: torch, transformers or tensorrt-rtx cannot be installed"

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror cpp/inherit_fast/*.?pp src/*.?pp tests/cpp/*.cpp

format:
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	$(BIN)/clang-format -i cpp/inherit_fast/*.?pp src/*.?pp tests/cpp/*.cpp

types:
	$(BIN)/mypy

HAVE_DOCTEST := $(shell test -e /usr/include/doctest/doctest.h && echo yes)

cpp-test:
ifeq ($(HAVE_DOCTEST),yes)
	cmake --preset asan
	cmake --build --preset asan
	ctest --test-dir build/asan --output-on-failure
	cmake --preset tsan
	cmake --build --preset tsan
	ctest --test-dir build/tsan --output-on-failure
else
	@echo "C++ tests left out: doctest is not installed (Debian: doctest-dev)"
endif

pytest:
	PYTHONPATH=python $(BIN)/python -m pytest

# The core for aarch64 (NEON is its baseline), its C++ tests run by qemu. Debian:
# g++-aarch64-linux-gnu qemu-user-static doctest-dev.
aarch64:
	cmake --preset aarch64
	cmake --build --preset aarch64
	ctest --test-dir build/aarch64 --output-on-failure
	$(PYTHON) tests/neon_loops.py build/aarch64/libinherit_fast_core.a

# The extension there as well: contract and kernel tests under qemu (Debian, root).
aarch64-python: $(VENV)/installed-dev
	PYTHON=$(abspath $(BIN))/python .ci/aarch64-python

# The extension under ASan and UBSan: the contract and kernel tests, in a build of its own.
sanitize: dev
	cmake --preset asan-python -Dpybind11_DIR=$$($(BIN)/python -m pybind11 --cmakedir) -DPython_EXECUTABLE=$(abspath $(BIN))/python
	cmake --build --preset asan-python
	rm -rf build/asan-tree && mkdir -p build/asan-tree && cp -r python/inherit_fast build/asan-tree/
	cmake --install build/asan-python --prefix build/asan-tree
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so.6)" \
	ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/asan-tree \
	$(BIN)/python -m pytest tests/contract tests/unit/kernels -p no:cacheprovider

tidy: $(VENV)/installed-dev
	cmake --preset tidy
	cmake --build --preset tidy

stubs: dev
	PYTHONPATH=python $(BIN)/pybind11-stubgen inherit_fast._core -o build/stubs --exit-code
	sed -e '/^__all__/d' build/stubs/inherit_fast/_core.pyi > python/inherit_fast/_core.pyi
	$(BIN)/ruff format --quiet python/inherit_fast/_core.pyi

stub-check:
	PYTHONPATH=python $(BIN)/python -m mypy.stubtest --allowlist tests/stub_allowlist.txt inherit_fast._core

# What a user downloads and unpacks.
wheel-size: $(VENV)/installed-dev
	rm -rf build/wheel && $(BIN)/pip wheel --quiet --no-deps --wheel-dir build/wheel .
	@ls -l build/wheel/*.whl | awk '{print $$NF ": " $$5 / 1e6 " MB"}'
	@$(BIN)/python -m zipfile -l $$(ls build/wheel/*.whl) | sort -k4 -n -r | head -8

bench:
	PYTHONPATH=python $(BIN)/python -m pytest bench --benchmark-only

# Every kernel's lead over what runs beside it, as ratios: about ten minutes.
gates:
	PYTHONPATH=python:tests OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest bench \
	  --benchmark-only --benchmark-timer=time.process_time --benchmark-json=build/bench.json
	$(BIN)/python bench/gates.py build/bench.json

clean:
	rm -rf build .venv python/inherit_fast/models python/inherit_fast/_core*.so
