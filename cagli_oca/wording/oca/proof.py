"""What the page of what can be checked says of this game's draws."""

from django.utils.translation import gettext_lazy

PROOF = {
    "draws": gettext_lazy(
        "Before the evening the computer picks a secret and shows its fingerprint, the seal: so the"
        " secret can no longer be changed. Each draw is then computed from the secret, the numbers"
        " that the captains called out, and the dice thrown so far, which nobody could know; after"
        " the evening the secret is published, and anybody can compute every draw again."
    ),
    "called": gettext_lazy("Called by the captains"),
    "none_called": gettext_lazy(
        "No captain has called a number: whoever made the secret could have sought one that favours"
        " somebody in the first draws."
    ),
    "before": gettext_lazy(
        "The order of throws is the one that the program drew from these numbers."
    ),
    "not_before": gettext_lazy("The order of throws was not drawn by the program."),
    "none_drawn": gettext_lazy("The program has drawn no flag so far."),
    "carried_over": gettext_lazy("recorded again by a correction: the flag that had come out"),
    "trust": [
        gettext_lazy(
            "Nobody can change a draw, a throw or a result afterwards: not the referee, not the"
            " organiser, not who wrote the program. Whoever rewrote the log would get another head,"
            " and the true one stands on your phone and in your photographs. Nobody can choose the"
            " dice, which fall before everybody, or the captains' numbers, which are opened"
            " together; so nobody can make a secret before the evening that favours a Quarter. A"
            " referee who takes back a draw and draws again gets the same flag, and every undo"
            " stays in the log."
        ),
        gettext_lazy(
            "What remains: whoever can read the computer's disk during the evening can know a flag"
            " as soon as the die has fallen, a moment before the others, and could whisper it to a"
            " captain, or choose to draw from the container instead; so it should be settled before"
            " the evening which of the two is used, and the log tells for each flag. And no program"
            " sees whether the die that was typed in is the die that fell: there the eyes of the"
            " arena remain."
        ),
    ],
}
