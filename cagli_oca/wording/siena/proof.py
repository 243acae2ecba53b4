"""What the page of what can be checked says of this game's draws and hands."""

from django.utils.translation import gettext_lazy

PROOF = {
    "draws": gettext_lazy(
        "Before the evening the computer picks a secret and shows its fingerprint, the seal: so the"
        " secret can no longer be changed. Each draw (Contrade, horses, hands, the call to the"
        " Mossa, the cards that an offer costs) is then computed from the secret, the numbers that"
        " the players called out, and the dice rolled so far, which nobody could know; after the"
        " evening the secret is published, and anybody can compute every draw again."
    ),
    "hidden": gettext_lazy(
        "Hands of Pact cards are secret until their race is over. Until then the log holds a"
        " fingerprint of each, so that they cannot be changed either; after the race the hands are"
        " told, and anybody can see that they are the ones that were sealed."
    ),
    "called": gettext_lazy("Called by the players"),
    "none_called": gettext_lazy(
        "No player has called a number: whoever made the secret could have sought one that favours"
        " somebody in the first draws."
    ),
    "none_drawn": gettext_lazy("The program has drawn nothing so far."),
    "carried_over": gettext_lazy("recorded again by a correction: what had come out"),
    "trust": [
        gettext_lazy(
            "Nobody can change a draw, a die, a hand or a result afterwards: not the Mossiere, not"
            " the organiser, not who wrote the program. Whoever rewrote the log would get another"
            " head, and the true one stands on your phone and in your photographs. Nobody can"
            " choose the dice, which fall before everybody, or the players' numbers, which are"
            " opened together; so nobody can make a secret before the evening that favours a"
            " player. A Mossiere who takes back a draw and draws again gets the same, and every"
            " undo stays in the log."
        ),
        gettext_lazy(
            "What remains: whoever can read the computer's disk during the evening can know the"
            " hands, and what is drawn next. The Mossiere may look at the hand of a player without"
            " a phone, and the player is told of each look. And no program sees whether the die"
            " that was typed in is the die that fell: there the eyes of the table remain."
        ),
    ],
}
