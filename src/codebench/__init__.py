"""CodeBench: how often coding agents deliver code that works and is secure, and how sure we are."""
