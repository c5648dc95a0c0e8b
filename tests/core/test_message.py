"""Messages that can be translated: English text, template and values."""

from __future__ import annotations

import json
import pickle

import pytest

from azulejos import Azul, Problem, position
from azulejos.core.blocks import ENGLISH
from azulejos.core.message import Message, either, listed, quoted
from azulejos.language import language


def test_a_message_is_its_english_text() -> None:
    message = Message("there is no bot {name}; choose {names}", name=quoted("x"), names=either(["a", "b", "c"]))
    assert message == "there is no bot 'x'; choose a, b or c"
    assert message.in_language(ENGLISH) == message
    assert json.loads(json.dumps(message)) == message
    assert pickle.loads(pickle.dumps(message)).in_language(language("de")) == "es gibt keinen Bot „x“; wähle a, b oder c"


def test_braces_in_values_stay() -> None:
    assert Message("{text} is not a whole number", text=quoted("{0}")).in_language(language("fr")) == (
        "«\u00a0{0}\u00a0» n’est pas un nombre entier"
    )
    assert Message("{") == "{"


def test_lists_and_quotes() -> None:
    assert [listed([]), listed([1]), listed([1, 2]), listed([1, 2, 3])] == ["nothing", "1", "1 and 2", "1, 2 and 3"]
    assert quoted("a\tb") == r"'a\tb'"
    assert len(quoted("x" * 1000)) == 62
    assert quoted(None) == "None"


@pytest.mark.parametrize("wrong", [lambda: Azul(players=1), lambda: Azul.move("1P"), lambda: position("chess")])
def test_english_and_str_are_the_same(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(Problem) as caught:
        wrong()
    assert caught.value.in_language(ENGLISH) == str(caught.value)
    assert type(str(caught.value)) is str, "plain text, for encoders that support nothing else"
    assert caught.value.in_language(language("hu")) != str(caught.value)
