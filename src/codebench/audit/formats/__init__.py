"""Readers of result files, one module for each family of benchmarks."""
