"""Games as tables: one row a game or one a decision, in Arrow, Polars and Parquet.

Needs the packages of the extra `study`; `cubilete.study` offers what is public of it.
"""
