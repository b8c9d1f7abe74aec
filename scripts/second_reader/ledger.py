"""Balances from the postings alone, and published liabilities."""

from amounts import write
from noun import Noun, sums_of


class Ledger(Noun):
    """Every event sums to zero, no balance goes below zero that may not, and each is what the server tells."""

    noun = "balances"

    def __init__(self, realm, rules, report, may_go_negative):
        super().__init__(realm, rules, report)
        self._free = may_go_negative
        self._end = 0
        self.balances = {}

    def take(self, event):
        self._end = event.position
        if not event.postings:
            return
        assets = {}
        for account, asset, units in event.postings:
            assets[asset] = assets.get(asset, 0) + units
        for asset, units in assets.items():
            if units:
                self.find(event.position, f"{event.type} does not sum to zero: {write(units)} {asset}")
        for key, units in sums_of(event.postings).items():
            balance = self.balances.get(key, 0) + units
            self.balances[key] = balance
            account, asset = key
            if balance < 0 and account not in self._free:
                self.find(event.position, f"{event.type} leaves {account} at {write(balance)} {asset}")

    def compare(self, told):
        """`told`: the server's balances of this realm as (account, asset) to units."""
        owned = {key: units for key, units in self.balances.items() if units}
        for key in sorted({*owned, *(key for key, units in told.items() if units)}):
            self._report.compare(self.noun)
            due, said = owned.get(key, 0), told.get(key, 0)
            if due != said:
                account, asset = key
                what = f"the server tells {write(said)} of {account} {asset}, the history gives {write(due)}"
                self.find(self._end, what)


class Liabilities(Noun):
    """What was published as owed to users is what the postings before it add up to."""

    noun = "liabilities"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._owed = {}
        self._due = {}

    def take(self, event):
        for account, asset, units in event.postings:
            if account.startswith("user/"):
                self._owed[asset] = self._owed.get(asset, 0) + units
        if event.type == "LiabilitiesDue":
            sums = {asset: write(units) for asset, units in self._owed.items() if units}
            self._due[event.position] = event.hash, sums
        elif event.type == "LiabilitiesCommitted":
            head, sums = self._due.get(event.data["position"], (None, {}))
            self.same(event.position, "the liability root", {"head": head}, event.data)
            told = {one["asset"]: one["amount"] for one in event.data["sums"]}
            self.same(event.position, "the published sum", {asset: sums.get(asset) for asset in {*sums, *told}}, told)
