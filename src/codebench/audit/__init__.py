"""Audits results of others: what did a reported score really count?"""
