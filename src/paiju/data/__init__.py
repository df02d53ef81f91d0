"""Reads and writes large files of records one record at a time, turns records into table rows, and counts statistics.

::

    import paiju
    from paiju import data

    for record in data.read_records("games.jsonl.zst"):
        for point in paiju.records.replay_record(record):
            ...
    print(data.summarize_hands(data.hand_rows(data.read_records("games.jsonl.zst"))).hands)
    table = data.to_arrow(data.hand_rows(data.read_records("games.jsonl.zst")))  # needs paiju[data]
    data.to_parquet(data.decision_rows(data.read_records("games.jsonl.zst")), "decisions.parquet", data.DecisionRow)

A file has one record on each line, as compact JSON. Every line is a whole record, so files may be split between lines
and concatenated. A file whose name ends in ``.zst`` is compressed. ``read_records`` also reads a file that holds one
record over several lines, as JSON or as text.
"""

from paiju.data.card_table_picture import Picture, picture_of_cards, picture_of_view
from paiju.data.columnar import DecisionRow, HandRow, decision_rows, hand_rows, to_arrow, to_parquet
from paiju.data.record_files import RecordWriter, read_records
from paiju.data.summary import HandsSummary, WinShare, summarize_hands

__all__ = [
    "DecisionRow",
    "HandRow",
    "HandsSummary",
    "Picture",
    "RecordWriter",
    "WinShare",
    "decision_rows",
    "hand_rows",
    "picture_of_cards",
    "picture_of_view",
    "read_records",
    "summarize_hands",
    "to_arrow",
    "to_parquet",
]
