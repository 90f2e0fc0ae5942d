"""The attacks in a short form: nobody else is refused, and the memory of the server is limited."""

from collections.abc import Iterator

import pytest

from benchmarks.attack.__main__ import NAMES, addresses, run_attack
from benchmarks.attack.expensive_games import PreparedData, prepare_data
from benchmarks.attack.timing_leaks import auc, look_alike_boards
from benchmarks.load.server_process import ServerProcess, run_until_sigterm
from sapper.web.rate_limit import client_network


@pytest.fixture(scope="module")
def target(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[ServerProcess, PreparedData]]:
    folder = tmp_path_factory.mktemp("attack")
    database = folder / "sapper.sqlite"
    data = prepare_data(folder, database, games=2000)
    server = ServerProcess(folder, f"sqlite:///{database}", has_limits=True)
    try:
        yield server, data
    finally:
        server.kill()


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_from_one_address_refuses_nobody_else(
    target: tuple[ServerProcess, PreparedData], name: str
) -> None:
    server, data = target
    attacker = f"198.51.100.{NAMES.index(name) + 1}"
    _, during, growth = run_until_sigterm(run_attack(name, server, data, [attacker], 0.5))
    assert during.refused == 0
    assert growth < 100


def test_the_attackers_with_ipv6_addresses_share_one_network() -> None:
    networks = {client_network(address) for address in addresses(40)}
    assert len(networks) == 21


def test_the_boards_of_the_timing_test_differ_in_one_known_cell() -> None:
    mine, safe, cell = look_alike_boards()
    assert mine.view == safe.view
    assert cell in mine.layout
    assert cell not in safe.layout


def test_the_auc_is_the_share_of_pairs_in_order() -> None:
    assert auc([1.0, 2.0], [1.0, 2.0]) == 0.5
    assert auc([3.0, 4.0], [1.0, 2.0]) == 1.0
    assert auc([1.0, 3.0], [2.0, 4.0]) == 0.25
