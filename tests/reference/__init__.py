"""Slow NumPy twins of the kernels, one file a noun; tests and benchmarks compare with them."""
