import griffe

from tools.docs_site.docstrings import MarkdownDocstrings, to_markdown


def test_examples_between_paragraphs_become_one_code_block() -> None:
    text = "Add.\n\n>>> 1 + 1\n2\n\n>>> 2 + 2\n4\n\nDone."
    assert to_markdown(text) == ("Add.\n\n```pycon\n>>> 1 + 1\n2\n\n>>> 2 + 2\n4\n```\n\nDone.")


def test_a_docstring_without_examples_stays_as_it_is() -> None:
    assert to_markdown("Add.\n\nSee `a >>> b`.") == "Add.\n\nSee `a >>> b`."


def test_a_literal_block_follows_a_single_colon() -> None:
    assert to_markdown("The tree::\n\n    A\n    B\n") == "The tree:\n\n    A\n    B\n"


def test_packages_and_their_members_are_prepared() -> None:
    code = '"""Top.\n\n>>> 1\n1\n"""\n\ndef f():\n    """Return 1.\n\n    >>> f()\n    1\n    """\n'
    with griffe.temporary_visited_package(
        "example", {"__init__.py": code}, extensions=griffe.load_extensions(MarkdownDocstrings)
    ) as package:
        assert package.docstring.value == "Top.\n\n```pycon\n>>> 1\n1\n```"
        assert package["f"].docstring.value == "Return 1.\n\n```pycon\n>>> f()\n1\n```"


def test_an_attribute_that_repeats_its_name_shows_no_value() -> None:
    code = "class A:\n    def __init__(self, x):\n        self.x = x\n        self.y = 2\n"
    with griffe.temporary_visited_package(
        "example", {"__init__.py": code}, extensions=griffe.load_extensions(MarkdownDocstrings)
    ) as package:
        assert package["A.x"].value is None
        assert str(package["A.y"].value) == "2"
