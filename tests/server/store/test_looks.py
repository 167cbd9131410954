"""Names that people would take for each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from formicarium.server.store.looks import looks


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "Аda"),  # a Cyrillic A
        ("Ada", "АDА"),
        ("Nick", "Νick"),  # a Greek N
        ("Nick", "nісk"),
        ("kot", "кот"),
        ("Max", "Маx"),
        ("Ada", "Ａｄａ"),  # full width
        ("Ada", "𝓐𝓭𝓪"),
        ("Ada", "ᴀᴅᴀ"),  # small capitals
        ("Ada", "Ⲁda"),  # a Coptic A
        ("William", "🆆🅸🅛🇱ɪᴀᴍ"),
        ("Ilse", "ılse"),  # without a dot
        ("Ilse", "İlse"),
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        ("Otto", "0tt0"),
        ("Emma", "Ernrna"),
        ("William", "vvilliam"),
        ("William", "VViiiiam"),
        ("William", "wi||iam"),
        ("William", "W│ll∣am"),
        ("Ada", "|Ada|"),
        ("Ada", "A\u200bd\u2060a\ufeff"),
        ("Ada", "A\u00add\u034fa\ufe0f"),
        ("Ada", "A\u0301d\u0323a\u0308"),
        ("Ada", "A\u0336d\u0336a\u20dd"),
        ("Zoë", "Zoe"),
        ("Ada Lovelace", "AdaLovelace"),
        ("Ada Lovelace", "Ada\u2003Lovelace"),
        ("Ada", "Ada."),
        ("Ada", "Ada\u3164"),
        ("Ada", "\u115fA\u2800da\u180b"),
        ("Ada", "Ada\U0001d159\ufffc"),
        ("Ada", "Ada✓"),
        ("Ada", "-_Ada_-"),
        ("Straße", "STRASSE"),
        ("Νίκος", "ΝΙΚΟΣ"),
        ("Иван", "ИВАН"),
        ("李小龍", "李小龍\u200d"),
        ("🐜", "🐜\ufe0f"),
        ("!!!", "!!!"),
    ],
)
def test_they_look_alike(name: str, other: str) -> None:
    assert looks(name) & looks(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ada", "Ana"), ("Ben", "Bea"), ("Tury", "Zuzu"), ("Иван", "Иона"), ("सीता", "सता"),
     ("李", "王"), ("🐜", "🐝"), ("!!!", "???"), ("Ada", "Ada 2"), ("Ada", "Adam")],
)  # fmt: skip
def test_they_do_not(name: str, other: str) -> None:
    assert not looks(name) & looks(other)


@given(some.text(min_size=1, max_size=40))
def test_every_name_looks_like_itself_in_any_case(name: str) -> None:
    assert all(looks(name))
    assert looks(name) & looks(name.upper())
    assert looks(name) & looks(name.casefold())
