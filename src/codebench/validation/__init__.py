"""Proves that a challenge is an instrument: its references end as they should, time after time."""

from codebench.validation import record
from codebench.validation.known import Known
from codebench.validation.model import Measured, Mutation, Proof, Validation
from codebench.validation.run import too_slow, validate

__all__ = ["Known", "Measured", "Mutation", "Proof", "Validation", "record", "too_slow", "validate"]
