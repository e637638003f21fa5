"""Publishes rollouts and challenges as a Hugging Face dataset."""
