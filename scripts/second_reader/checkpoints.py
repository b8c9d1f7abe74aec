"""Signed checkpoints: each lies on the chain, and each signs the one before it."""

import hashlib

FIELDS = ("realm", "number", "position", "hash", "answers", "at", "keyId", "previous")
NO_CHECKPOINT = "0" * 64


class Checkpoints:
    noun = "checkpoints"

    def __init__(self, told, keys, report):
        self._report = report
        self._left = {}
        ends = {}
        for one in told:
            realm, position = one["realm"], one["position"]
            text = "\n".join(["glassbook/checkpoint/3", *(str(one[name]) for name in FIELDS)])
            problem = keys.problem(one["keyId"], text, one["signature"])
            if problem is not None:
                report.find(self.noun, realm, position, problem)
            number, digest = ends.get(realm, (0, NO_CHECKPOINT))
            if one["number"] != number + 1 or one["previous"] != digest:
                report.find(self.noun, realm, position, f"it does not follow checkpoint {number}")
            signature = bytes.fromhex(one["signature"])
            ends[realm] = one["number"], hashlib.sha256(signature).hexdigest()
            self._left[realm, position] = one["hash"]

    def take(self, event):
        digest = self._left.pop((event.realm, event.position), None)
        if digest is None:
            return
        self._report.compare(self.noun)
        if digest != event.hash:
            self._report.find(self.noun, event.realm, event.position, "the checkpoint has another hash than the event")

    def finish(self, realm):
        for where, position in list(self._left):
            if where == realm:
                self._report.find(self.noun, realm, position, "it covers an event that is not there")
