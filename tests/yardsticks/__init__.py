"""The bots of earlier versions, to measure the levels against."""
