"""What was found, and how much of each noun was compared."""

from collections import Counter

SHOWN = 20


class Report:
    def __init__(self, out=print):
        self._out = out
        self._shown = Counter()
        self.found = Counter()
        self.compared = Counter()

    def find(self, noun, realm, position, what):
        self.found[noun] += 1
        if self._shown[noun] < SHOWN:
            self._shown[noun] += 1
            self._out(f"WRONG {realm} {position} [{noun}] {what}")

    def compare(self, noun, count=1):
        self.compared[noun] += count

    def note(self, text):
        self._out(f"note: {text}")

    def close(self, nouns):
        """A line a noun. One of which nothing was there to compare is never called right. The exit code: 0 or 1."""
        for noun in nouns:
            compared, found = self.compared[noun], self.found[noun]
            verdict = f"WRONG, {found} found" if found else "right" if compared else "NOTHING TO COMPARE"
            self._out(f"{noun:<13} {compared:>9} compared: {verdict}")
        total = sum(self.found.values())
        if total:
            self._out(f"WRONG: {total} finding{'' if total == 1 else 's'}")
            return 1
        empty = [noun for noun in nouns if not self.compared[noun]]
        left = f"; nothing to compare of {', '.join(empty)}" if empty else ""
        self._out(f"OK: {sum(self.compared.values())} comparisons{left}")
        return 0
