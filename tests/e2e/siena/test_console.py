"""The Mossiere's console in a real browser: every phase entered, seen before it counts."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cagli_oca.games import siena
from cagli_oca.games.core import Evening
from tests.e2e.conftest import Server
from tests.e2e.siena.evenings import header, phase, to_roll, until
from tests.e2e.waiting import until as true
from tests.siena.play import WIDE, amend

pytestmark = pytest.mark.e2e

SIZES = [(1024, 768), (1280, 800), (800, 1280)]

MOMENTS: dict[str, dict[str, Any]] = {
    "choose": {"moment": lambda s: len(s.owners) == 5, "mode": "assunta"},
    "draw_ten": {"moment": phase("draw_ten")},
    "draw_contrada": {"moment": phase("draw_contrada")},
    "tratta": {"moment": phase("tratta")},
    "jockeys": {"moment": phase("jockeys")},
    "deal": {"moment": phase("deal"), "cards": "dealt"},
    "mossa_order": {"moment": phase("mossa_order")},
    "mossa_roll": {"moment": phase("mossa_roll")},
    "decide": {"moment": lambda s: len(s.offers) == 2, "number": 6},
    "mossa_cards": {"moment": phase("mossa_cards"), "number": 6, "cards": "dealt"},
    "roll": {"moment": lambda s: to_roll(s) and s.pawns[s.turn].waiting},
    "test": {"moment": phase("test")},
    "draw_three": {"moment": phase("draw_three"), "mode": "provenzano"},
    "won": {"moment": phase("won")},
}

MEASURE = """() => {
  const wrong = [];
  const shown = [...document.querySelectorAll(
    ".primary button, .primary label.option, .others .tap, .tools .tap")]
    .filter((one) => one.offsetParent && !one.closest("dialog"));
  for (const one of shown) {
    const box = one.getBoundingClientRect();
    const name = one.dataset.label || one.getAttribute("aria-label") || one.textContent.trim();
    if (box.width < 44 || box.height < 44) wrong.push(["small", name, box.width, box.height]);
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const covered = !one.contains(at) && !at?.contains(one);
    if (box.bottom > innerHeight || box.right > innerWidth || covered)
      wrong.push(["hidden", name]);
  }
  const { scrollHeight, clientHeight } = document.getElementById("panel");
  if (scrollHeight > clientHeight + 1) wrong.push(["scrolls", scrollHeight, clientHeight]);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(["wide"]);
  return wrong;
}"""


@pytest.fixture
def console(server, screens, tmp_path):
    """A console at a moment of an evening, signed in: (page, edition)."""

    def at(moment, size=(1024, 768), language="en-GB", **changes) -> tuple[Page, int]:
        edition = server.open_edition(tmp_path, *until(moment, **changes))
        return screens.sign_in(f"/referee/{edition}/", *size, language=language), edition

    return at


def record(page: Page) -> None:
    """Confirms what was chosen, and waits until it is recorded and the panel shows what follows."""
    head = page.locator("#panel").get_attribute("data-head")
    expect(page.locator("#record")).to_be_visible()
    page.click("#record")
    expect(page.locator("#confirm")).to_have_attribute("data-state", "recorded")
    expect(page.locator("#panel")).not_to_have_attribute("data-head", head)


def goes_on(page: Page, server: Server, edition: int, commands: list[dict[str, Any]]) -> None:
    """The same once more and again, recorded by others while this console looks on."""
    head = int(page.get_attribute("#panel", "data-head")) + len(commands)
    others_record(server, edition, commands)
    page.reload()
    expect(page.locator("#panel")).to_have_attribute("data-head", str(head))


def others_record(server: Server, edition: int, commands: list[dict[str, Any]]) -> None:
    asked = json.dumps(json.dumps(commands))
    server.manage(
        "shell",
        "-v",
        "0",
        "-c",
        "import json; from referee.models import Edition; from tests.cast import record;"
        f"record(Edition.objects.get(pk={edition}), *json.loads({asked}))",
    )


def in_phase(page: Page, name: str) -> None:
    expect(page.locator("#panel")).to_have_attribute("data-phase", name)


def test_in_every_phase_all_that_is_needed_is_in_sight_and_large(server, screens, tmp_path):
    page = screens.sign_in("/referee/")
    wrong = {}
    for name, how in MOMENTS.items():
        edition = server.open_edition(tmp_path, *until(**how))
        page.goto(f"{server.url}/referee/{edition}/")
        in_phase(page, name)
        if name == "mossa_cards":
            page.click("#panel .pact label:has([name=player]) >> nth=0")
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            if found := page.evaluate(MEASURE):
                wrong[name, size] = found
    assert wrong == {}


def test_who_types_types_on_when_another_records(server, console):
    page, edition = console(**MOMENTS["jockeys"])
    head = int(page.get_attribute("#panel", "data-head"))
    name = page.locator("#panel .jockeys input >> nth=0")
    name.click()
    page.keyboard.type("Il vo")
    for _letter in "vo":
        page.keyboard.press("ArrowLeft")
    others_record(server, edition, [amend(WIDE)])
    expect(page.locator("#panel")).to_have_attribute("data-head", str(head + 1))
    page.keyboard.type("Nuo")
    expect(name).to_have_value("Il Nuovo")


def test_an_opening_is_entered_by_hand_up_to_the_race(server, screens, tmp_path):
    edition = server.open_edition(tmp_path, header(2))
    page = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    ten = page.locator("[data-pick]").evaluate_all("all => all.map(({dataset}) => dataset.pick)")[
        :10
    ]
    for slug in reversed(ten):
        page.click(f"#panel [data-pick={slug}]")
    page.click(f"#panel [data-pick={ten[0]}]")  # tapped again: not this one after all
    expect(page.locator("#record")).to_be_hidden()
    page.click(f"#panel [data-pick={ten[0]}]")
    record(page)
    for slug in ten[:2]:
        in_phase(page, "draw_contrada")
        page.click(f"#panel [data-do=draw_contrada][data-contrada={slug}]")
        record(page)
    others = [{"do": "draw_contrada", "contrada": slug} for slug in ten[2:]]
    goes_on(page, server, edition, others)
    in_phase(page, "tratta")
    for number in (10, 9, 8, 7, 6, 5, 4, 3, 2, 1):
        page.click(f"#panel [data-horse=h{number}]")
    record(page)
    page.click("#panel [data-fill]")
    page.fill("#panel .jockeys input >> nth=0", "Il Nuovo")
    page.click("#panel .jockeys [data-composed]")
    record(page)
    page.click("#panel [data-do=deal]")
    record(page)
    for slug in ten:
        page.click(f"#panel [data-pick={slug}]")
    record(page)
    for value in "65":
        page.keyboard.press(value)
        page.wait_for_timeout(20)
        record(page)
    others = [{"do": "mossa_roll", "value": value} for value in (4, 3, 2, 1, 6, 5, 4, 3)]
    goes_on(page, server, edition, others)
    in_phase(page, "decide")
    page.click("#panel [data-step='1'] >> nth=0")
    page.click("#panel [data-step='1'] >> nth=0")
    expect(page.locator("#confirm-text .title")).to_contain_text("2")
    record(page)
    page.click("#panel .offer-row label.option")
    page.click("#panel [data-do=enter]")
    record(page)
    in_phase(page, "mossa_cards")
    page.click("#panel .pact label:has([name=player]) >> nth=0")
    page.click("#panel .pact label:has([value='mossa+1'])")
    page.click(f"#panel .pact label[data-contrada={ten[3]}]")
    expect(page.locator("#confirm-text .title")).to_contain_text("Mossa +1")
    record(page)
    page.click("#panel [data-do=start]")
    record(page)
    in_phase(page, "roll")
    actions = {action["do"]: action for action in server.evening(edition)[1:]}
    assert actions["draw_ten"]["contrade"] == [*reversed(ten[1:]), ten[0]]
    assert actions["tratta"]["horses"] == {slug: f"h{10 - i}" for i, slug in enumerate(ten)}
    assert actions["jockeys"]["jockeys"][ten[0]] == "Il Nuovo"
    assert len(set(actions["jockeys"]["jockeys"].values())) == 10
    assert actions["mossa_order"]["contrade"] == ten
    assert actions["enter"]["accept"] == [actions["offer"]["player"]]
    assert actions["pact"]["target"] == ten[3]


def test_what_is_drawn_by_hand_can_be_drawn_by_the_program(server, console):
    page, edition = console(
        lambda s: len(s.owners) == 15, number=2, mode="provenzano", cards="dealt"
    )
    for _ in range(2):
        page.click("#panel [data-do=choose]:not([aria-disabled=true]) >> nth=0")
        record(page)
    for name in ("draw_ten", "tratta"):
        in_phase(page, name)
        page.click(f"#panel .program[data-do={name}]")
        record(page)
    page.click("#panel .jockeys [data-composed]")
    record(page)
    for name in ("deal", "mossa_order"):
        in_phase(page, name)
        page.click(f"#panel .program[data-do={name}]")
        record(page)
    in_phase(page, "mossa_roll")
    drawn = [a for a in server.evening(edition)[1:] if a.get("program")]
    assert [a["do"] for a in drawn] == ["draw_ten", "tratta", "deal", "mossa_order"]


def test_a_roll_without_a_choice_is_two_taps_and_an_end_on_the_track_one_more(server, console):
    page, edition = console(to_roll)
    aids = json.loads(page.get_attribute("#panel", "data-aids"))
    face = max(aids["ways"], key=lambda face: len(aids["ways"][face]["ends"]))
    ends = aids["ways"][face]["ends"]
    assert len(ends) > 1
    page.click(f"#panel [data-face='{face}'] button")
    expect(page.locator(".way")).to_have_count(1)
    assert page.locator(".space.end").count() == len(ends)
    expect(page.locator("#record")).to_be_visible()
    step = len(ends[0]["lanes"])
    taken = page.get_attribute(".space.end.taken-way", "data-lane")
    other = next(end for end in ends if str(end["lane"]) != taken)
    page.click(f".space[data-step='{step}'][data-lane='{other['lane']}']")
    expect(page.locator("#confirm-text .effect")).to_contain_text(f"lane {other['lane']}")
    record(page)
    rolled = server.evening(edition)[-1]
    assert (rolled["value"], rolled["lanes"][-1]) == (int(face), other["lane"])


def test_a_way_is_led_step_by_step_and_by_keys(server, console):
    """From the middle: no two ways that the taps allow are refused."""
    page, edition = console(to_roll)
    aids = json.loads(page.get_attribute("#panel", "data-aids"))
    face, ways = max(
        aids["ways"].items(), key=lambda told: sum(len(layer) for layer in told[1]["layers"])
    )
    page.keyboard.press(face)
    expect(page.locator("#record")).to_be_focused()
    wanted: list[int] = []
    at = ways["layers"][0][0]
    for step, layer in enumerate(ways["layers"][1:], start=1):
        at = max(lane for lane in layer if abs(lane - at) <= 1)
        space = page.locator(f".space[data-step='{step}'][data-lane='{at}']")
        space.focus()
        page.keyboard.press("Enter")
        expect(page.locator(f".space.taken-way[data-step='{step}']")).to_have_attribute(
            "data-lane", str(at)
        )
        wanted.append(at)
    record(page)
    assert server.evening(edition)[-1]["lanes"] == wanted


def test_the_red_die_says_what_each_face_means(server, console):
    page, edition = console(phase("test"), options={"curves": "harsh"})
    aids = json.loads(page.get_attribute("#panel", "data-aids"))
    for value, fall in aids["falls"].items():
        assert fall in page.get_attribute(f"#panel [data-key='{value}']", "class")
    page.keyboard.press("6")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_have_attribute("data-state", "recorded")
    assert server.evening(edition)[-1] | {"at": "", "by": ""} == {
        "do": "red", "value": 6, "at": "", "by": "",
    }  # fmt: skip


def test_a_card_is_played_in_the_race_on_whom_it_may_be_and_nobody_else(server, console):
    page, edition = console(lambda s: to_roll(s) and siena.aids(s)["targets"])
    page.click("#panel [data-opens=cards]")
    targets = json.loads(page.get_attribute("#cards .pact", "data-targets"))
    player, lawful = next(iter(targets.items()))
    page.click(f"#cards label:has([value='{player}'])")
    page.click("#cards label:has([value='race+1'])")
    shown = page.locator("#cards [name=target]:enabled")
    assert sorted(shown.evaluate_all("all => all.map((one) => one.value)")) == sorted(lawful)
    page.click(f"#cards label[data-contrada={lawful[0]}]")
    expect(page.locator("#cards")).to_be_hidden()
    record(page)
    played = server.evening(edition)[-1]
    assert (played["do"], played["player"], played["target"]) == ("pact", player, lawful[0])


def test_a_refusal_shows_its_rule(server, console):
    page, _edition = console(phase("mossa_roll"))
    page.click("#panel .others [data-do=start]", force=True)
    expect(page.locator("#confirm-text .rule")).to_have_text("P17")


def test_a_hand_is_seen_only_while_a_button_is_held(server, console):
    page, _edition = console(phase("mossa_cards"), cards="dealt")
    page.click("#panel .pact label:has([name=player]) >> nth=1")
    button = page.locator("#panel .held-hand [data-player]")
    box = button.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    expect(page.locator(".held-cards")).to_have_count(0)
    page.mouse.down()
    expect(page.locator(".held-cards li").first).to_be_visible()
    page.mouse.up()
    expect(page.locator(".held-cards")).to_have_count(0)


def test_what_was_tapped_stays_when_somebody_else_records(server, screens, console):
    page, edition = console(phase("mossa_cards"))
    other = screens.sign_in(f"/referee/{edition}/", language="en-GB")
    page.click("#panel .pact label:has([name=player]) >> nth=0")
    page.click("#panel .pact label:has([value='mossa-1'])")
    other.click("#panel .pact label:has([name=player]) >> nth=1")
    other.click("#panel .pact label:has([value='mossa+1'])")
    other.click("#panel .pact label:has([name=target]) >> nth=0")
    record(other)
    head = other.get_attribute("#panel", "data-head")
    expect(page.locator("#panel")).to_have_attribute("data-head", head)
    page.click("#panel .pact label:has([name=target]) >> nth=2")
    expect(page.locator("#confirm-text .title")).to_contain_text("Mossa −1")


def test_a_ruling_may_put_a_pawn_behind_the_line(server, console):
    page, edition = console(lambda s: to_roll(s) and s.round == 4)
    page.click("[data-opens=direction]")
    turn = page.get_attribute("#panel", "data-turn")
    page.fill("#direction [name=progress]", "-3")
    page.fill("#direction [name=lane]", "2")
    page.click("#direction form.ruling button")
    page.fill("#reason", "Set wrongly")
    record(page)
    ruled = server.evening(edition)[-1]
    assert (ruled["contrada"], ruled["progress"], ruled["lane"]) == (turn, -3, 2)


def test_an_earlier_roll_is_replaced_by_one_that_ended_elsewhere(server, screens, tmp_path):
    told = until(lambda s: s.phase == "roll" and s.round == 3)
    evening = Evening.opened(siena, told[0])
    for action in told[1]:
        evening = evening.follow(evening.decide(siena.read(action)))
    seq = next(seq for seq, event, _ in reversed(evening.past) if event.name == "roll")
    edition = server.open_edition(tmp_path, *told)
    page = screens.sign_in(f"/referee/{edition}/correct/#{seq}", language="en-GB")
    before = server.evening(edition)
    expect(page.locator(".pick-roll")).to_be_visible()
    page.locator(".ends-of-faces [data-command]").last.click()
    page.fill("#reason", "Another lane")
    page.click("#record")
    expect(page.locator("#said")).to_have_attribute("data-state", "recorded")
    assert len(server.evening(edition)) > len(before)


def test_the_pads_entries_are_whole_commands_in_order(server, screens, tmp_path):
    """From the paper form: a card, a roll with its lanes, a plain roll."""
    told = until(lambda s: s.phase == "mossa_cards" and not any(s.mossa_cards.values()))
    edition = server.open_edition(tmp_path, *told)
    page = screens.sign_in(f"/referee/{edition}/catch-up/", language="en-GB")
    page.click(".raw-more:has(.pact) > summary")
    page.click(".pad .pact label:has([name=player]) >> nth=0")
    page.click(".pad .pact label:has([value='mossa+1'])")
    target = next(a for a in told[1] if a["do"] == "mossa_order")["contrade"][0]
    page.click(f".pad .pact label[data-contrada={target}]")
    page.click(".pad .pact [data-composed]")
    page.click(".raw-more:has([data-compose=enter]) > summary")
    page.click("[data-raw*=start]")
    page.keyboard.press("4")
    true(page, "document.querySelectorAll('#lines > li .effect').length === 3")
    page.click("#record")
    true(page, "document.querySelectorAll('#lines > li').length === 0")
    assert [a["do"] for a in server.evening(edition)[-3:]] == ["pact", "start", "roll"]


def test_an_edition_of_either_game_is_set_up_and_opened(server, screens):
    page = screens.sign_in("/referee/", language="en-GB")
    games = page.locator("#copy_of option").evaluate_all("all => all.map((one) => one.value)")
    assert games[:2] == ["oca", "siena"]
    page.select_option("#copy_of", "siena")
    page.click("form.inline button.main")
    page.wait_for_url("**/setup/")
    page.fill("#new-player", "Zita")
    page.click("#add-player")
    page.click("#players li:last-child button >> nth=0")  # up
    for called in page.locator("[data-caller]").all():
        called.fill("7")
    page.check("[name=mode][value=straordinario]")
    page.click("[data-horse=h6]")
    page.click("#open-first")
    page.click("#open-now")
    expect(page.locator("#panel")).to_have_attribute("data-phase", "draw_ten")
    edition = int(page.get_attribute("body", "data-edition"))
    opened = server.evening(edition)[0]
    assert opened["players"] == ["Anna", "Bruno", "Chiara", "Zita", "Dario"]
    assert list(opened["horses"].values()).count("bono") == 6
