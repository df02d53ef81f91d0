"""Records by the thousand: written and read as a stream, walked, and counted.

::

    from paiju import data

    for record in data.read("games.jsonl.zst"):
        for moment in paiju.records.moments(record):
            ...
    print(data.summary(data.rows(data.read("games.jsonl.zst"))).hands)
    table = data.to_arrow(data.rows(data.read("games.jsonl.zst")))  # needs paiju[data]

A file has one record a line, as compact JSON; every line stands alone, so that files may be cut and joined by lines. A name
that ends in ``.zst`` is compressed. A file with one record, JSON or text, is read too.
"""

from paiju.data.columnar import HandRow, hand_rows, to_arrow, to_parquet
from paiju.data.record_files import RecordWriter, read_records
from paiju.data.summary import HandsSummary, WinShare, summarize_hands

__all__ = [
    "HandRow",
    "HandsSummary",
    "RecordWriter",
    "WinShare",
    "hand_rows",
    "read_records",
    "summarize_hands",
    "to_arrow",
    "to_parquet",
]
