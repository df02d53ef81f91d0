"""`paiju arena`."""

from tests.cli.command_runner import Runner


def test_arena_plays_two_bots_on_the_same_deals(run: Runner) -> None:
    report = run("arena", "random", "random", "--rules", "doudizhu/qq", "--deals", "4", "--json").json
    assert (report["deals"], report["bots"]) == (4, ["random", "random"])
    assert report["hands"] >= 4


def test_arena_prints_a_text_report(run: Runner) -> None:
    ran = run("arena", "random", "random", "--rules", "qq", "--deals", "2", "--lang", "zh")
    assert "胜率" in ran.out
    assert run("arena", "deep", "random", "--rules", "qq").code == 2
