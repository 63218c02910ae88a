"""Columns of tables: their types, and rows turned into Arrow batches.

Rows are tuples that are transposed once for each batch. An object a cell is only there while a
batch is made, so memory is bounded by its size.
"""

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa

from cubilete.core.parts.study import Feature

Types = Mapping[str, pa.DataType]
Row = tuple[object, ...]

NUMBER = pa.int64()
SMALL = pa.int32()
SHARE = pa.float64()
TEXT = pa.string()
TYPES: dict[type, pa.DataType] = {bool: pa.bool_(), int: SMALL, float: pa.float64(), str: TEXT}


def feature_types(features: Mapping[str, Feature]) -> dict[str, pa.DataType]:
    """The types of the columns for what a game tells, by an example."""
    return {name: TYPES[type(value)] for name, value in features.items()}


def score_types(scores: int) -> dict[str, pa.DataType]:
    return {f"score_{seat}": SMALL for seat in range(scores)}


def share_types(scores: int) -> dict[str, pa.DataType]:
    return {f"share_{seat}": SHARE for seat in range(scores)}


def bot_types(seats: int) -> dict[str, pa.DataType]:
    return {f"bot_{seat}": TEXT for seat in range(seats)}


def batch_of(rows: Sequence[Row], schema: pa.Schema) -> pa.RecordBatch:
    columns: Iterable[Sequence[object]] = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [
        pa.array(values, type=field.type) for values, field in zip(columns, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
