"""Exports of published models to ONNX; the one place that knows torch."""
