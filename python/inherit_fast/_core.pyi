"""
Compiled kernels of inherit_fast. Import them from inherit_fast.kernels.
"""

from __future__ import annotations

__version__: str = "0.1.0"
