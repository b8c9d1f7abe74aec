"""What the house published: every version of every policy with its instant, and what instruments are."""

MINUTE_MS = 60_000


class Rules:
    def __init__(self):
        self._versions = {}
        self.classes = {}

    def take(self, event):
        if event.type == "PolicyPublished":
            data = event.data
            self._versions.setdefault(data["name"], []).append((data["version"], event.at, data["values"]))
        elif event.type in ("InstrumentListed", "InstrumentRevised"):
            spec = event.data["spec"]
            self.classes[spec["symbol"]] = spec["class"]

    def values(self, name, version):
        """The values of a version, or None where it was never published."""
        return next((values for known, _, values in self._versions.get(name, ()) if known == version), None)

    def in_force(self, name, at):
        """(version, values) at an instant; before the first one it is the first. None where there is none."""
        found = None
        for version, published, values in self._versions.get(name, ()):
            if found is None or published <= at:
                found = version, values
        return found

    def followed(self, name, at, within=MINUTE_MS):
        """The versions that a command of an instant may have read up to so long before it was decided."""
        versions = self._versions.get(name, ())
        ends = [published for _, published, _ in versions[1:]] + [at]
        return [
            version for (version, published, _), end in zip(versions, ends) if published <= at and end > at - within
        ]
