"""A MkDocs hook that orders and names the sections of the documentation's navigation.

The navigation still follows the folders, so a new page appears without a change here. A folder that has no name here keeps the
name that MkDocs gives it.
"""

from typing import Any, Final

TITLES: Final = {
    "Tutorial": "Tutorial",
    "How to": "How-to guides",
    "Explanation": "Explanation",
    "Reference": "Reference",
    "Rules": "Rules of the games",
    "Zh": "中文",
    "Adr": "Design decisions",
}
"""The titles of sections by the titles that MkDocs gives them, in the order of the navigation."""
CHINESE: Final = {"Tutorial": "入门", "How to": "操作指南", "Explanation": "说明", "Reference": "参考"}
LANGUAGES: Final = {"En": "English", "Zh": "中文"}


def on_nav(nav: Any, **_: Any) -> Any:
    """Reorder and rename the sections of the navigation in place, and return it. Pages without a section stay first."""
    order = list(TITLES)
    nav.items.sort(key=lambda item: 1 + order.index(item.title) if item.is_section and item.title in TITLES else 0)
    for section in filter(lambda item: item.is_section, nav.items):
        inner = {"Zh": CHINESE, "Rules": LANGUAGES}.get(section.title, {})
        _sort_and_rename(section.children, inner)
        section.title = TITLES.get(section.title, section.title)
    return nav


def _sort_and_rename(items: list[Any], titles: dict[str, str]) -> None:
    order = list(titles)
    items.sort(key=lambda item: 1 + order.index(item.title) if item.is_section and item.title in titles else 0)
    for item in items:
        if item.is_section:
            item.title = titles.get(item.title, item.title)
