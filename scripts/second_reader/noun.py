"""What the readers of all nouns have in common."""

from amounts import write


class Noun:
    """One noun in one realm. `rules` is None where the house realm was not exported: then no published rule is compared."""

    noun = ""

    def __init__(self, realm, rules, report):
        self.realm = realm
        self.rules = rules
        self._report = report

    def take(self, event):
        """Every event of the realm, in order."""
        raise NotImplementedError

    def finish(self):
        """The history of the realm is over."""

    def find(self, position, what):
        self._report.find(self.noun, self.realm, position, what)

    def same(self, position, what, expected, found):
        """Compares the fields of `expected` with those of the same name. Amounts are texts in both."""
        for name, value in expected.items():
            self._report.compare(self.noun)
            told = found.get(name)
            if told != value:
                self.find(position, f"{what} has {name} {told}, and the history gives {value}")

    def moves(self, event, expected, what=None):
        """What the postings of an event sum to, by account and asset."""
        self.compare_moves(event.position, what or event.type, expected, sums_of(event.postings))

    def compare_moves(self, position, what, expected, found):
        self._report.compare(self.noun)
        for key in sorted({*expected, *found}):
            due, moved = expected.get(key, 0), found.get(key, 0)
            if due != moved:
                account, asset = key
                self.find(position, f"{what} moves {write(moved)} {asset} at {account}, not {write(due)}")


def sums_of(postings):
    sums = {}
    for account, asset, units in postings:
        add(sums, account, asset, units)
    return sums


def add(sums, account, asset, units):
    if units:
        sums[account, asset] = sums.get((account, asset), 0) + units


def moved(*lines):
    """Sums of (from, to, asset, units)."""
    sums = {}
    for source, target, asset, units in lines:
        add(sums, source, asset, -units)
        add(sums, target, asset, units)
    return sums


def own(owner, space, bucket):
    """A user's account."""
    return f"user/{owner}/{space}/{bucket}"
