"""The challenge, from the landing to the turn's end (R20-R29)."""

from cagli_oca.games.core import Command, Refused
from cagli_oca.games.oca.board import BEFORE_PALIO_ZONE, PALIO_ZONE, SELECT_TEAM_TRIALS
from cagli_oca.games.oca.state import Challenge, Course, State
from cagli_oca.games.oca.throw import Worth, land, move, pass_turn, rest

BONUS_BELOW = 40
SELECT_TEAM_UP_TO = 40


def open_challenge(state: State, rule: str) -> Challenge:
    """The challenge in hand. Raises Refused under *rule* if there is none."""
    if state.challenge is None:
        raise Refused(rule, "no_challenge", turn=state.turn)
    return state.challenge


def draw(course: Course, command: Command) -> None:
    """R21: the flag of one of the three other Quarters is drawn."""
    challenge = open_challenge(course.state, "R20")
    if challenge.select_team:
        raise Refused("R23", "draw_after_select_team", quarter=challenge.challenger)
    if challenge.opponent:
        raise Refused("R20", "already_drawn", quarter=challenge.opponent)
    if command["quarter"] == challenge.challenger:
        raise Refused("R21", "own_flag", quarter=challenge.challenger)
    course.step(
        "flag_drawn",
        "R21",
        challenger=challenge.challenger,
        quarter=command["quarter"],
        by_program=command.get("program", False),
    )


def select_team(course: Course, command: Command) -> None:
    """R23: the select team is challenged instead of a drawn Quarter."""
    challenge = open_challenge(course.state, "R23")
    quarter = challenge.challenger
    if challenge.select_team:
        raise Refused("R23", "select_team_declared_before", quarter=quarter)
    if challenge.opponent:
        raise Refused("R23", "select_team_after_draw", quarter=challenge.opponent)
    if challenge.trial not in SELECT_TEAM_TRIALS:
        raise Refused("R23", "select_team_trial", trial=challenge.trial)
    if challenge.square > SELECT_TEAM_UP_TO:
        raise Refused("R23", "select_team_square", square=challenge.square)
    _check_doubling(course.state, challenge, "R23", "select_team")
    if challenge.bonus:
        raise Refused("R23", "select_team_with_bonus", quarter=quarter)
    if course.state.quarters[quarter].select_team_used:
        raise Refused("R23", "select_team_used", quarter=quarter)
    course.step("select_team_declared", "R23", quarter=quarter, trial=challenge.trial)


def bonus(course: Course, command: Command) -> None:
    """R22: the captain declares the bonus, between the landing and the whistle."""
    challenge = open_challenge(course.state, "R22")
    quarter = challenge.challenger
    if challenge.bonus:
        raise Refused("R22", "bonus_declared_before", quarter=quarter)
    if challenge.whistled:
        raise Refused("R22", "bonus_after_whistle", quarter=quarter)
    if challenge.square >= BONUS_BELOW:
        raise Refused("R22", "bonus_square", square=challenge.square)
    _check_doubling(course.state, challenge, "R22", "bonus")
    if challenge.select_team:
        raise Refused("R22", "bonus_with_select_team", quarter=quarter)
    if course.state.quarters[quarter].bonus_used:
        raise Refused("R22", "bonus_used", quarter=quarter)
    course.step("bonus_declared", "R22", quarter=quarter, score=challenge.score)


def _check_doubling(state: State, challenge: Challenge, rule: str, what: str) -> None:
    """R13, R14: nothing doubles a halved throw, or one that was doubled already."""
    if challenge.halved:
        raise Refused("R14", f"{what}_halved", quarter=challenge.challenger)
    if challenge.doubled:
        raise Refused("R13", f"{what}_doubled", quarter=challenge.challenger)


def whistle(course: Course, command: Command) -> None:
    """R20: the trial begins."""
    challenge = open_challenge(course.state, "R20")
    if course.state.phase == "draw":
        raise Refused("R20", "whistle_before_draw", quarter=challenge.challenger)
    if course.state.phase == "result":
        raise Refused("R20", "whistled_before")
    course.step("whistled", "R20", number=challenge.number, trial=challenge.trial)


def repeat(course: Course, command: Command) -> None:
    """R24: back to before the whistle, with the same opponent; the bonus window stays shut."""
    challenge = open_challenge(course.state, "R24")
    if course.state.phase != "result":
        raise Refused("R24", "repeat_before_whistle")
    course.step(
        "repeated", "R24", number=challenge.number, trial=challenge.trial, reason=command["reason"]
    )


def result(course: Course, command: Command) -> None:
    """R25-R29: who won, and all that follows. A tie is the challenged side's."""
    challenge = open_challenge(course.state, "R20")
    if course.state.phase == "draw":
        raise Refused("R20", "result_before_draw", quarter=challenge.challenger)
    if course.state.phase == "whistle":
        raise Refused("R20", "result_before_whistle")
    if command["winner"] == "challenger":
        _challenger_wins(course, challenge, command)
    else:
        if command["winner"] == "tie":
            course.step("tied", "R25", quarter=challenge.challenger, opponent=challenge.opponent)
        _challenger_loses(course, challenge, command)


def _decided(course: Course, name: str, rule: str, challenge: Challenge, command: Command) -> None:
    facts = {"scores": command["scores"]} if "scores" in command else {}
    course.step(
        name,
        rule,
        quarter=challenge.challenger,
        opponent=challenge.opponent,
        number=challenge.number,
        trial=challenge.trial,
        square=challenge.square,
        **facts,
    )


def _challenger_wins(course: Course, challenge: Challenge, command: Command) -> None:
    """R26, R28: the square is cleared; bonus and select team lead on by the score again."""
    quarter, square = challenge.challenger, challenge.square
    _decided(course, "challenge_won", "R26", challenge, command)
    rule = "R19" if square in PALIO_ZONE else "R18"
    course.step("square_cleared", rule, "R26", quarter=quarter, square=square)
    if challenge.opponent:
        _send_challenged_back(course, challenge.opponent)
    if not (challenge.bonus or challenge.select_team):
        return pass_turn(course)

    by, why = ("bonus", "R22") if challenge.bonus else ("select_team", "R23")
    move(course, quarter, challenge.score, by, "R26", why)
    option = course.state.setup.after_doubling
    if option == "rest":
        rest(course, quarter, "after_doubling", "R26")
        return pass_turn(course)
    origin = square if option == "keep" else challenge.origin
    land(course, quarter, Worth(challenge.score, origin, halved=False, doubled=True))


def _send_challenged_back(course: Course, opponent: str) -> None:
    """R28: a challenged Quarter that loses stays, unless it stands on 48-53."""
    at = course.state.quarters[opponent].square
    if at in PALIO_ZONE:
        course.step(
            "sent_back",
            "R28",
            "R17",
            quarter=opponent,
            **{"from": at},
            to=BEFORE_PALIO_ZONE,
            why="challenged_in_palio_zone",
        )


def _challenger_loses(course: Course, challenge: Challenge, command: Command) -> None:
    """R27: back to where it threw from, or from 48-53 to 47. R18: 1-47 is cleared all the same."""
    quarter, square = challenge.challenger, challenge.square
    _decided(course, "challenge_lost", "R27", challenge, command)
    in_zone = square in PALIO_ZONE
    if not in_zone:
        course.step("square_cleared", "R18", quarter=quarter, square=square)
    course.step(
        "sent_back",
        "R27",
        "R17",
        quarter=quarter,
        **{"from": square},
        to=BEFORE_PALIO_ZONE if in_zone else challenge.origin,
        why="lost_in_palio_zone" if in_zone else "lost",
    )
    pass_turn(course)
