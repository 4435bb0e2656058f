# SPDX-License-Identifier: Apache-2.0
"""Loadables of the kind 'rfdla': their bytes, their specifications in JSON, and what an ONNX file says of a network."""
