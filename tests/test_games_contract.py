"""What every game in the registry promises (``cagli_oca.games.core.Game``)."""

import json
import random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cagli_oca import wording
from cagli_oca.games import GAMES, game_of
from cagli_oca.games.core import (
    PUBLIC,
    UNDO,
    Game,
    Refused,
    event_from_json,
    event_to_json,
    fold,
    without,
)
from tests.cast import LONG
from tests.strategies import FILLINGS, evenings, filled_in, opened, rehearsal

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

every_game_with_positions = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.starts_anywhere], ids=lambda game: game.slug
)

few = settings(max_examples=30 if LONG else 15)
"""An example is a whole evening."""

NAMES = [name for name in vars(Game) if not name.startswith("_")]


@every_game
def test_it_is_a_module_with_the_names_of_the_contract(game):
    assert isinstance(game, ModuleType)
    assert all(hasattr(game, name) for name in NAMES)
    assert GAMES[game.slug] is game
    assert game_of(opened(game).header) is game


@every_game
def test_it_has_a_sample_a_wording_and_its_tests(game):
    assert opened(game).state == game.initial(opened(game).header)
    assert wording.of(game.slug).TITLE
    assert game.slug in FILLINGS


@every_game
def test_everyday_commands_are_commands_and_corrections_are_none_of_them(game):
    offered = {offer.command["do"] for offer in game.legal(opened(game).state)}
    assert game.everyday and set(game.everyday) <= offered
    assert not set(game.everyday) & {*game.corrections, UNDO}


@every_game
def test_a_checked_header_is_json_and_checking_it_again_changes_nothing(game):
    header = opened(game).header
    assert game.check_header(json.loads(json.dumps(header))) == header


@every_game
@few
@given(data=st.data())
def test_the_state_is_the_fold_of_the_events(game, data):
    played = data.draw(evenings(game))
    events = list(enumerate(played.events, 1))
    assert fold(game, played.header, events) == played.state
    assert played.evening.head == len(events)


@every_game
@few
@given(data=st.data())
def test_events_survive_json(game, data):
    played = data.draw(evenings(game))
    stored = json.dumps([event_to_json(event) for event in played.events], allow_nan=False)
    again = [event_from_json(event) for event in json.loads(stored)]
    assert again == list(played.events)
    assert fold(game, played.header, enumerate(again, 1)) == played.state


@every_game
@few
@given(seed=st.integers(0, 9999))
def test_undo_restores_the_state_before_exactly_back_to_the_opening(game, seed):
    *_, played = rehearsal(game, random.Random(seed))
    for _, _, before in reversed(played.evening.past):
        played = played.then({"do": UNDO})
        assert played.state == before
    assert played.state == opened(game).state
    with pytest.raises(Refused) as refusal:
        played.then({"do": UNDO})
    assert refusal.value.rule == game.undo_rule


@every_game_with_positions
@few
@given(data=st.data())
def test_a_position_leads_back_to_the_same_state(game, data):
    played = data.draw(evenings(game))
    assert "\n" not in game.position(played.state)
    assert game.initial(from_position(played)) == played.state


@every_game_with_positions
@few
@given(data=st.data(), seed=st.integers(0, 9999))
def test_going_on_from_a_position_is_going_on_with_the_evening(game, data, seed):
    played = data.draw(evenings(game))
    state, again = played.state, game.initial(from_position(played))
    chance = random.Random(seed)
    for _ in range(20):
        if game.over(state):
            break
        command = game.read(game.suggest(state, chance))
        event = game.decide(state, command)
        assert game.decide(again, command) == event
        state, again = game.apply(state, event), game.apply(again, event)
        assert game.scoreboard(state, PUBLIC) == game.scoreboard(again, PUBLIC)


def from_position(played):
    """A header that starts where *played* stands, with the edition's data in force there."""
    game, state = played.game, played.state
    return game.check_header(
        {**played.header, **game.setup(state), "position": game.position(state)}
    )


@every_game
@few
@given(data=st.data())
def test_what_is_offered_is_accepted_and_what_is_not_is_refused_for_the_same_reason(game, data):
    state = data.draw(evenings(game)).state
    for offer in game.legal(state):
        command = game.read(filled_in(game, state, offer))
        if not offer.possible:
            with pytest.raises(Refused) as caught:
                game.decide(state, command)
            assert caught.value.args == offer.refusal.args
            continue
        event = game.decide(state, command)
        if not offer.needs:
            assert event == offer.event
        elif offer.event:
            assert [s.name for s in event.steps] == [s.name for s in offer.event.steps]


@every_game
@few
@given(data=st.data(), seed=st.integers(0, 9999))
def test_a_suggestion_is_lawful_and_the_same_for_the_same_seed(game, data, seed):
    state = data.draw(evenings(game)).state
    if game.over(state):
        return
    command = game.suggest(state, random.Random(seed))
    assert command == game.suggest(state, random.Random(seed))
    event = game.decide(state, game.read(command))
    assert event.name == command["do"]
    assert event.steps


@every_game
@few
@given(data=st.data())
def test_a_decision_changes_neither_the_state_nor_the_command(game, data):
    state = data.draw(evenings(game)).state
    before = game.position(state), json.dumps(game.setup(state))
    for offer in game.legal(state):
        if offer.event:
            game.apply(state, offer.event)
    assert (game.position(state), json.dumps(game.setup(state))) == before


@every_game
@few
@given(data=st.data())
def test_the_scoreboard_is_json_and_every_step_reads_as_a_sentence(game, data):
    played = data.draw(evenings(game))
    board = game.scoreboard(played.state, PUBLIC)
    assert json.loads(json.dumps(board, allow_nan=False)) == board
    for event in played.events[-10:]:
        assert wording.event_sentence(game.slug, event_to_json(event)["steps"])


@every_game
@few
@given(seed=st.integers(0, 9999))
def test_what_is_drawn_by_lot_before_the_opening_makes_a_header_again(game, seed):
    header = opened(game).header
    drawn = game.draw_header(header, random.Random(seed))
    assert game.check_header(drawn) == drawn
    assert game.draw_header(header, random.Random(seed)) == drawn


@every_game
@few
@given(data=st.data())
def test_stakes_corrections_and_figures_of_any_evening_can_be_told(game, data):
    played = data.draw(evenings(game))
    board = game.scoreboard(played.state, PUBLIC)
    prospects = game.prospects(played.state)
    assert all(wording.of(game.slug).stakes(prospects, board)) or game.over(played.state)
    for offer in prospects:
        game.apply(played.state, offer.event)
    figures = game.figures(played.evening.past, played.state)
    assert json.loads(json.dumps(figures, allow_nan=False)) == figures
    assert all(told["label"] and told["value"] for told in wording.figures(game.slug, figures))
    assert set(game.corrections) <= {offer.command["do"] for offer in game.legal(played.state)}
    changes = game.changes(opened(game).state, played.state)
    assert wording.of(game.slug).corrected(changes) or not changes
    assert game.changes(played.state, played.state) == []


@every_game
@few
@given(data=st.data())
def test_an_action_spelled_out_is_decided_the_same_again(game, data):
    played = data.draw(evenings(game))
    for offer in game.legal(played.state):
        if offer.event:
            command = game.spelled_out(filled_in(game, played.state, offer), offer.event)
            again = game.decide(played.state, game.read(command))
            assert offer.needs or again == offer.event
            game.check_again(again, again)


@every_game
@few
@given(data=st.data())
def test_a_player_sees_what_everybody_sees_and_perhaps_more(game, data):
    state = data.draw(evenings(game)).state
    public = game.scoreboard(state, PUBLIC)
    for player in game.players(state):
        own = game.scoreboard(state, player)
        assert {key: own[key] for key in public} == public


@every_game
@few
@given(data=st.data())
def test_secrets_are_told_up_to_a_row_that_is_there_and_all_of_them_in_the_end(game, data):
    played = data.draw(evenings(game))
    until = game.told_until(played.evening.past, played.state)
    assert until in {0, *(seq for seq, _event, _before in played.evening.past)}
    if game.secret and game.over(played.state):
        assert until == played.evening.past[-1][0]


@every_game
@few
@given(data=st.data())
def test_without_its_secrets_a_log_folds_to_what_everybody_sees(game, data):
    played = data.draw(evenings(game))
    public = [
        event_from_json(without(event_to_json(event), game.secret)) for event in played.events
    ]
    folded = fold(game, played.header, enumerate(public, 1))
    assert game.scoreboard(folded, PUBLIC) == game.scoreboard(played.state, PUBLIC)
    assert game.position(folded) == game.position(played.state)


@every_game
def test_what_players_enter_themselves_is_everyday_and_names_them(game):
    assert set(game.own) | set(game.any_order) <= set(game.everyday)
    for offer in game.legal(opened(game).state):
        if offer.command["do"] in game.own:
            assert "player" in offer.command


@every_game
@few
@given(data=st.data())
def test_without_the_secrets_everybody_sees_the_same_and_nobody_anything_else(game, data):
    state = data.draw(evenings(game)).state
    unseen = game.unseen(state)
    public = game.scoreboard(state, PUBLIC)
    assert game.scoreboard(unseen, PUBLIC) == public
    assert game.position(unseen) == game.position(state)
    for player in game.players(state):
        seen = game.scoreboard(unseen, player)
        assert {**public, **dict.fromkeys(set(seen) - set(public), [])} == seen
    assert game.unseen(unseen) == unseen


@every_game
@few
@given(data=st.data())
def test_what_a_player_is_offered_is_the_own_and_is_decided_so(game, data):
    state = data.draw(evenings(game)).state
    for player in game.players(state):
        for offer in game.own_offers(state, player):
            assert offer.command["do"] in game.own and offer.command["player"] == player
            command = game.read(filled_in(game, state, offer))
            if offer.possible:
                assert game.decide(state, command).steps
            else:
                with pytest.raises(Refused) as caught:
                    game.decide(state, command)
                assert caught.value.args == offer.refusal.args


@every_game
@few
@given(data=st.data())
def test_a_refusal_says_what_is_possible_as_far_as_everybody_knows(game, data):
    state = data.draw(evenings(game)).state
    for offer in game.legal(state):
        if not offer.possible:
            with pytest.raises(Refused) as caught:
                game.decide(state, game.read(filled_in(game, state, offer)))
            told = [o.command["do"] for o in game.legal(game.unseen(state)) if o.possible]
            assert caught.value.allowed == tuple(dict.fromkeys(told))
            break
