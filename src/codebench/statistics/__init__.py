"""Estimators, intervals, comparisons and plans from counts of rollouts. Nothing of logs here."""
