"""Siena: what forbids, as sentences."""

from django.utils.translation import gettext_lazy

REFUSALS = {
    "over": gettext_lazy("The evening is over: only undo is possible."),
    "suspended": gettext_lazy("Play is suspended."),
    "not_suspended": gettext_lazy("Play is not suspended."),
    "no_reason": gettext_lazy("A reason is needed."),
    "not_now": gettext_lazy("“%(action)s” is not possible now (%(phase)s)."),
    "nobody_in_the_race": gettext_lazy("Nobody is left in the race."),
    # whose move it is
    "not_this_players_turn": gettext_lazy("It is not the turn of %(player)s, but of %(turn)s."),
    "not_its_turn": gettext_lazy("It is not the turn of %(contrada)s, but of %(turn)s."),
    "no_such_player": gettext_lazy("%(player)s is no player here: %(players)s."),
    # before the Mossa
    "owned_already": gettext_lazy("%(contrada)s belongs to %(player)s already."),
    "so_many_different": gettext_lazy("%(number)s different Contrade are needed."),
    "does_not_run": gettext_lazy("%(contrada)s does not run this race."),
    "did_not_run": gettext_lazy(
        "%(contrada)s did not run: it takes part by right, three of the other ten are drawn."
    ),
    "tratta_incomplete": gettext_lazy("Each of the ten gets one horse: %(contrade)s."),
    "horse_twice": gettext_lazy("A horse is given twice."),
    "jockey_twice": gettext_lazy("No two jockeys have the same name."),
    "hands_needed": gettext_lazy("The program deals the cards: the hands are missing."),
    "hands_not_known": gettext_lazy("With real cards the program knows no hands."),
    "hands_of_all_players": gettext_lazy("Each player gets a hand, and nobody else."),
    "nine_cards": gettext_lazy("%(player)s must get %(number)s cards."),
    "more_than_the_deck": gettext_lazy("The deck has no more than %(most)s cards “%(card)s”."),
    # the Mossa
    "order_incomplete": gettext_lazy("Each of the ten is called once: %(contrade)s."),
    "not_a_red_face": gettext_lazy("The red die shows 1 to 6, not %(value)s."),
    "must_enter": gettext_lazy("Annulled twice: %(contrada)s must enter now."),
    "offer_at_the_third_roll": gettext_lazy(
        "The rincorsa must enter now: there is nothing to offer for."
    ),
    "offer_to_oneself": gettext_lazy("%(player)s owns the rincorsa: only the others offer."),
    "offer_size": gettext_lazy("%(player)s can offer from 0 to %(most)s cards."),
    "accepted_twice": gettext_lazy("An offer is accepted once."),
    "no_offer": gettext_lazy("%(player)s has offered nothing."),
    "drawn_needed": gettext_lazy("The cards drawn from the hands are missing."),
    "drawn_not_known": gettext_lazy(
        "Drawn cards are named only where the program dealt them and an offer is accepted."
    ),
    "drawn_of_others": gettext_lazy("Cards are drawn exactly from: %(players)s."),
    "drawn_too_many_or_few": gettext_lazy("%(number)s cards are drawn from %(player)s."),
    "drawn_not_in_hand": gettext_lazy("%(player)s does not hold the cards drawn."),
    "offer_too_late": gettext_lazy("Too late: the rincorsa has decided."),
    # Pact cards
    "no_cards_left": gettext_lazy("%(player)s has no cards left."),
    "card_not_in_hand": gettext_lazy("%(player)s does not hold “%(card)s”."),
    "deck_exhausted": gettext_lazy("All %(number)s cards “%(card)s” have been played."),
    "race_card_in_the_mossa": gettext_lazy("Only Mossa cards before the start."),
    "mossa_card_in_the_race": gettext_lazy("The race is on: Mossa cards no longer count."),
    "card_in_a_test": gettext_lazy("No cards while %(contrada)s risks a fall."),
    "target_without_jockey": gettext_lazy("%(contrada)s has no jockey: it receives no cards."),
    "not_beside": gettext_lazy(
        "%(contrada)s does not stand beside a pawn of %(player)s that has its jockey."
    ),
    "card_too_late_for_the_mossa": gettext_lazy("Too late: the race has begun."),
    "card_of_another_race": gettext_lazy("Too late: this card was meant for another race."),
    "card_too_late": gettext_lazy("Too late: %(contrada)s has rolled since."),
    # the race
    "not_a_horse_face": gettext_lazy("The horses' dice show 3 to 6, not %(value)s."),
    "lanes_without_jockey": gettext_lazy("%(contrada)s is riderless: nobody chooses its way."),
    "lanes_length": gettext_lazy("The way of %(contrada)s has %(number)s steps."),
    "lanes_unlawful": gettext_lazy(
        "%(contrada)s cannot go this way: one row forward each step, straight or to a neighbouring"
        " lane, into a free space, as far as possible."
    ),
    # the referee
    "ruling_outside_the_race": gettext_lazy("A ruling sets pawns while the race is on."),
    "ruling_sets_nothing": gettext_lazy("A ruling must set something."),
    "ruling_out_of_range": gettext_lazy("The progress must be from %(low)s to %(high)s."),
    "waiting_without_jockey": gettext_lazy("Without its jockey %(contrada)s has no cards waiting."),
    "no_such_space": gettext_lazy("At progress %(progress)s there is no lane %(lane)s."),
    "space_taken": gettext_lazy("Progress %(progress)s, lane %(lane)s: the space is taken."),
    "amend_in_a_test": gettext_lazy("No amendment while %(contrada)s risks a fall."),
    "lane_vanishes": gettext_lazy("The lane under %(contrada)s would vanish."),
    # the header
    "players_out_of_range": gettext_lazy("Two to six players, not %(number)s."),
    "player_twice": gettext_lazy("A player is named twice."),
    "role_of_nobody": gettext_lazy("The youngest and the oldest must be players."),
    "cards_below_none": gettext_lazy("There cannot be fewer than no cards “%(card)s”."),
    "deck_too_small": gettext_lazy("The deck needs at least %(least)s cards: nine a player."),
    "track_length": gettext_lazy("A track has %(rows)s rows."),
    "lanes_out_of_range": gettext_lazy("Row %(row)s: one to five lanes."),
    "five_lanes_needed": gettext_lazy("Row %(row)s must have five lanes."),
    "lanes_jump": gettext_lazy(
        "From row %(row)s to row %(next)s the lanes change by more than one."
    ),
    "bad_curve": gettext_lazy("%(curve)s lies from one row to another, between 1 and 30."),
}
