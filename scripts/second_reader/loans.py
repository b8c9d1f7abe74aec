"""Loans: terms by published rules, interest, late fees, set-off, repayments and losses."""

from amounts import cut, money, read, times, write
from noun import Noun, add, moved, own

LENDING, GRANTS = "house/lending", "house/lending-grants"
# The limit of a class is that of so many points, and twice it at most.
SCORE_BASE, SCORE_MOST = 500, 1000
INCOME, LOSSES, BANK = "house/loan-income", "house/loan-losses", "house/bank"


class Loan:
    def __init__(self, requested):
        self.requested = requested
        self.paid_out = False
        self.set_off = 0

    @property
    def principal(self):
        return read(self.requested["principal"])

    @property
    def left(self):
        """Of the principal: what pays a loan pays it first."""
        return max(self.principal - self.set_off, 0)


class Loans(Noun):
    noun = "loans"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._open = {}
        self._granted = 0

    def take(self, event):
        if event.type == "LendingGranted":
            return self._given(event, event.data)
        handler = {
            "LoanRequested": self._requested,
            "LoanDisbursed": self._disbursed,
            "LoanReminded": self._reminded,
            "LoanOverdue": self._overdue,
            "LoanPaymentCleared": self._cleared,
            "LoanRepaid": self._repaid,
            "LoanWrittenOff": self._written_off,
        }.get(event.type)
        if handler is None:
            return
        loan = self._open.get(event.data["loanId"])
        if loan is None and event.type != "LoanRequested":
            return self.find(event.position, f"{event.data['loanId']} was never asked for")
        handler(event, event.data, loan)

    def _given(self, event, data):
        self._granted += read(data["granted"])
        self.same(event.position, "the grant to lending", {"total": write(self._granted)}, data)
        if self.rules is not None:
            values = self.rules.values("loan.rules", data["policy"]["version"]) or {}
            self.same(event.position, "the grant to lending", {"total": values.get("grantUsdt")}, data)
        self.moves(event, moved((GRANTS, LENDING, "USDT", read(data["granted"]))), "the grant to lending")

    def _requested(self, event, data, _):
        self._open[data["loanId"]] = Loan(data)
        if self.rules is None:
            return
        version = data["policy"]["version"]
        values = self.rules.values("loan.rules", version)
        if values is None or version not in self.rules.followed("loan.rules", event.at):
            return self.find(event.position, f"{data['loanId']} follows loan.rules v{version}, which were not in force")
        names = ("dailyRate", "freeDays", "lateRate", "remindDays", "setOffDays", "writeOffDays")
        limit = read(values[data["class"]]) * min(data["score"], SCORE_MOST) // SCORE_BASE
        expected = {**{name: values[name] for name in names}, "limit": write(cut(limit, 0, "down"))}
        self.same(event.position, data["loanId"], expected, data)

    def _disbursed(self, event, data, loan):
        self.same(event.position, data["loanId"], {"principal": loan.requested["principal"]}, data)
        loan.paid_out = True
        spot = own(data["ownerId"], "spot", "available")
        self.moves(event, moved((LENDING, spot, "USDT", loan.principal)), data["loanId"])

    def _reminded(self, event, data, loan):
        owed = total_after(loan.requested, loan.requested["periodDays"]) - loan.set_off
        self.same(event.position, data["loanId"], {"owed": write(owed)}, data)

    def _overdue(self, event, data, loan):
        days = loan.requested["periodDays"] + data["day"]
        owed = total_after(loan.requested, days) - loan.set_off
        taken = sum(read(part["amount"]) for part in data["setOff"])
        figures = {"owed": write(owed), "principalLeft": write(loan.left), "sum": write(taken)}
        self.same(event.position, data["loanId"], figures, data)
        self.moves(event, self._payment(data["ownerId"], data["setOff"], loan.left), data["loanId"])
        loan.set_off += taken

    def _payment(self, owner, parts, left):
        sums = {}
        for part in parts:
            paid = read(part["amount"])
            back = min(paid, left)
            left -= back
            add(sums, own(owner, part["space"], "available"), "USDT", -paid)
            add(sums, LENDING, "USDT", back)
            add(sums, INCOME, "USDT", paid - back)
        return sums

    def _cleared(self, event, data, loan):
        owed = total_after(loan.requested, data["days"]) - loan.set_off
        figures = {"paid": write(owed), "principalLeft": write(loan.left)}
        self.same(event.position, data["loanId"], figures, data)
        spot = own(data["ownerId"], "spot", "available")
        sums = self._payment(data["ownerId"], [{"space": "spot", "amount": write(owed)}], loan.left)
        for (account, asset), units in moved((BANK, spot, "USDT", owed)).items():
            add(sums, account, asset, units)
        self.moves(event, sums, data["loanId"])

    def _repaid(self, event, data, loan):
        del self._open[data["loanId"]]
        interest, late = cost_after(loan.requested, data["days"])
        paid = total_after(loan.requested, data["days"]) - loan.set_off
        figures = {
            **{"principal": loan.requested["principal"], "interest": write(interest), "lateFee": write(late)},
            **{"setOff": write(loan.set_off), "paid": write(paid)},
        }
        self.same(event.position, data["loanId"], figures, data)
        # What came by the bank was moved when it was cleared.
        parts = [] if data["by"] == "bank" else [{"space": "spot", "amount": write(paid)}]
        self.moves(event, self._payment(data["ownerId"], parts, loan.left), data["loanId"])

    def _written_off(self, event, data, loan):
        del self._open[data["loanId"]]
        figures = {"principal": loan.requested["principal"], "lost": write(loan.left), "setOff": write(loan.set_off)}
        self.same(event.position, data["loanId"], figures, data)
        self.moves(event, moved((LOSSES, LENDING, "USDT", loan.left)), data["loanId"])


def cost_after(terms, days):
    """(interest, late fee) so many local dates after the payout. The late fee is at most the principal."""
    principal, period = read(terms["principal"]), terms["periodDays"]
    share = lambda rate, dates: money(times(principal, read(rate) * dates, "even"), "even")
    interest = share(terms["dailyRate"], max(0, min(days, period) - terms["freeDays"]))
    late = share(terms["lateRate"], max(0, days - period))
    return interest, min(late, principal)


def total_after(terms, days):
    return read(terms["principal"]) + sum(cost_after(terms, days))
