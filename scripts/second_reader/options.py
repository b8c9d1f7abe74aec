"""Options: what stands on hold, what a result pays, and what the house was given for it."""

from amounts import ONE, cut, money, over, read, times, write
from noun import Noun, moved, own

HOUSE, HOLDS, GRANTS = "house/options", "house/option-holds", "house/option-grants"
MINUTE_BEATS = 240
EDGES = {
    **{"30s": "edge30s", "60s": "edge60s", "120s": "edge120s"},
    **{"300s": "edge300s", "15m": "edge15m", "1h": "edge1h"},
}


class Odds(Noun):
    """What a stake may win: by the chances that the event names and the published edge. Chances follow from seeds, which no export has."""

    noun = "odds"

    def take(self, event):
        if event.type != "OptionBought" or self.rules is None:
            return
        data, policy = event.data, event.data["policy"]
        values = self.rules.values("option.rules", policy["version"])
        if values is None or policy["name"] != "option.rules":
            return self.find(event.position, f"{policy['name']} v{policy['version']} was never published")
        chances = data["chances"]
        left = ONE - read(values[EDGES[data["delivery"]]]) - read(chances["equal"])
        chance = read(chances[data["direction"]])
        rate = max(cut(over(left, chance, "down") - ONE, 4, "down"), 0) if chance else 0
        self.same(event.position, data["optionId"], {"payoutRate": write(rate)}, data)


class Options(Noun):
    noun = "options"

    def __init__(self, realm, rules, report):
        super().__init__(realm, rules, report)
        self._open = {}
        self._entries = {}
        # What the house must say of an option next.
        self._expected = {}
        self._granted = 0

    def take(self, event):
        handler = {
            "OptionBought": self._bought,
            "OptionEntered": self._entered,
            "OptionSettled": self._settled,
            "OptionReturned": self._returned,
            "OptionHouseGranted": self._given,
            "OptionCovered": self._said,
            "OptionCoverEnded": self._said,
        }.get(event.type)
        if handler is not None:
            handler(event, event.data)

    def finish(self):
        for option_id, (position, _) in self._expected.items():
            self.find(position, f"the house never says what became of {option_id}")

    def _bought(self, event, data):
        stake, rate = read(data["stake"]), read(data["payoutRate"])
        wins = money(times(stake, rate, "down"), "down")
        chances = data["chances"]
        chance, equal = read(chances[data["direction"]]), read(chances["equal"])
        exact = times(stake * ONE - chance * (stake + wins) - equal * stake, 1, "even")
        figures = {"wins": write(wins), "cost": write(money(exact, "even"))}
        self.same(event.position, data["optionId"], figures, data)
        if sum(read(each) for each in chances.values()) != ONE:
            self.find(event.position, f"the chances of {data['optionId']} are not 1 together")
        self._limited(event, data)
        self._open[data["optionId"]] = data
        self._expect(event, data, {})
        self.moves(event, self._hold(data, 1), data["optionId"])

    def _limited(self, event, data):
        if self.rules is None:
            return
        values = self.rules.values("option.rules", data["policy"]["version"])
        self._report.compare(self.noun)
        if values is None or not read(values["minUsdt"]) <= read(data["stake"]) <= read(values["maxUsdt"]):
            self.find(event.position, f"the stake {data['stake']} of {data['optionId']} is outside the published limits")

    def _entered(self, event, data):
        option = self._open.get(data["optionId"])
        if option is None:
            return self.find(event.position, f"{data['optionId']} was never bought")
        told = {name: option[name] for name in ("entryBeat", "lastBeat")}
        self.same(event.position, data["optionId"], told, data)
        self._entries[data["optionId"]] = data["steps"]

    def _settled(self, event, data):
        option = self._open.pop(data["optionId"], None)
        entry = self._entries.pop(data["optionId"], None)
        if option is None or entry is None:
            return self.find(event.position, f"{data['optionId']} was settled and had not entered")
        # Sums of whole steps: nothing is rounded.
        above = int(data["sumSteps"]) - option["beats"] * int(entry)
        won = (above > 0) == (option["direction"] == "rise")
        result = "equal" if above == 0 else "won" if won else "lost"
        stake, wins = read(option["stake"]), read(option["wins"])
        back = {"won": stake + wins, "equal": stake, "lost": 0}[result]
        figures = {"result": result, "entrySteps": entry, "stake": option["stake"], "returned": write(back)}
        figures.update({name: option[name] for name in ("lastBeat", "beats", "direction", "policy")})
        self.same(event.position, data["optionId"], figures, data)
        expected = write(stake - read(option["cost"]))
        self._expect(event, option, {"returned": write(back), "expected": expected})
        available, frozen = (own(option["ownerId"], "options", bucket) for bucket in ("available", "frozen"))
        paid = {
            "won": moved((frozen, available, "USDT", stake), (HOLDS, available, "USDT", wins)),
            "lost": moved((frozen, HOUSE, "USDT", stake), (HOLDS, HOUSE, "USDT", wins)),
            "equal": self._hold(option, -1),
        }
        self.moves(event, paid[result], data["optionId"])

    def _returned(self, event, data):
        option = self._open.pop(data["optionId"], None)
        self._entries.pop(data["optionId"], None)
        if option is None:
            return self.find(event.position, f"{data['optionId']} came back and was never bought")
        told = {name: option[name] for name in ("stake", "direction", "policy")}
        self.same(event.position, data["optionId"], told, data)
        self._expect(event, option, {"returned": option["stake"], "expected": option["stake"]})
        self.moves(event, self._hold(option, -1), data["optionId"])

    def _hold(self, option, sign):
        available, frozen = (own(option["ownerId"], "options", bucket) for bucket in ("available", "frozen"))
        stake, wins = sign * read(option["stake"]), sign * read(option["wins"])
        return moved((available, frozen, "USDT", stake), (HOUSE, HOLDS, "USDT", wins))

    def _expect(self, event, option, ended):
        told = {name: option[name] for name in ("symbol", "direction", "stake", "wins")}
        told["minute"] = option["lastBeat"] // MINUTE_BEATS
        self._expected[option["optionId"]] = event.position, {**told, **ended}

    def _said(self, event, data):
        expected = self._expected.pop(data["optionId"], None)
        if expected is None or (event.type == "OptionCoverEnded") != ("returned" in expected[1]):
            return self.find(event.position, f"{event.type} is about {data['optionId']}, where nothing happened")
        self.same(event.position, data["optionId"], expected[1], data)

    def _given(self, event, data):
        self._granted += read(data["granted"])
        self.same(event.position, "the grant to options", {"total": write(self._granted)}, data)
        if self.rules is not None:
            values = self.rules.values("option.rules", data["policy"]["version"]) or {}
            self.same(event.position, "the grant to options", {"total": values.get("grantUsdt")}, data)
        self.moves(event, moved((GRANTS, HOUSE, "USDT", read(data["granted"]))), "the grant to options")
