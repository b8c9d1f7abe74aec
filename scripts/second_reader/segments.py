"""Signed segments: which installation wrote which events and commands, after which, and by which key."""

import hashlib
import json

from ed25519 import PublicKey
from history import Wrong, written

NO_SEGMENT = "0" * 64
# The lines of the signed text of a segment, by the first of them.
# More than an append may hold: what a line says of itself is not believed.
EVENTS_MAX = 1_000_000
HEADERS = {
    "glassbook/segment/1": (
        *("instance", "realm", "number", "first", "count", "leaseEpoch", "rules", "housePosition", "houseHash"),
        *("previous", "commands", "head", "at", "restored", "keyId"),
    ),
}


class Keys:
    """Public keys by their id: the first 16 digits of the key's hash. With a trusted key, that alone."""

    def __init__(self, told, trusted=None):
        self._keys = {}
        for key in told:
            raw = bytes.fromhex(key["publicKey"])
            if hashlib.sha256(raw).hexdigest()[:16] != key["keyId"]:
                raise ValueError(f"the key {key['keyId']} of the manifest is another one")
            if trusted in (None, key["publicKey"]):
                self._keys[key["keyId"]] = PublicKey(raw)

    def problem(self, key_id, text, signature):
        """What is wrong with a signature, or None."""
        key = self._keys.get(key_id)
        if key is None:
            return f"it was signed with {key_id}, which nobody trusts"
        try:
            raw = bytes.fromhex(signature)
        except ValueError:
            return "its signature is not right"
        return None if key.verifies(text.encode(), raw) else "its signature is not right"


class Segments:
    """Read beside the events of a realm: each event lies in a segment that carries its command and was signed."""

    def __init__(self, realm, lines, keys, house):
        self._realm = realm
        self._lines = lines
        self._keys = keys
        # Hashes of the house realm's events, or None where that is not exported.
        self._house = house
        self.number = 0
        self.header = NO_SEGMENT
        self.places = 0
        self._first, self._end, self._head = 1, 0, ""
        self._lease = 0
        self._instance = None
        self._digests = []

    def cover(self, event):
        """Raises Wrong where no right segment covers the event."""
        if event.position > self._end:
            line = next(self._lines, None)
            if line is None:
                raise Wrong("no signed segment covers the events from here")
            self._open(line, event.position)
        if self._digests[event.position - self._first] != event.command:
            raise Wrong(f"segment {self.number} has another command for it")
        if event.position == self._end and event.hash != self._head:
            raise Wrong(f"segment {self.number} has signed another event")

    def finish(self, told):
        if next(self._lines, None) is not None:
            raise Wrong("a segment covers events that are not there")
        if (self.number, self.header) != (told["number"], told["header"]):
            raise Wrong(f"the segments end with {self.number}; the manifest says {told['number']}")

    def _open(self, line, position):
        try:
            row = json.loads(line)
            text, signature, commands = row["text"], row["signature"], row["commands"]
            header = header_of(text)
            number, first, count = (int(header[name]) for name in ("number", "first", "count"))
            lease, house = int(header["leaseEpoch"]), int(header["housePosition"])
        except (ValueError, KeyError, TypeError) as error:
            raise Wrong(f"its segment cannot be read: {error}") from error
        digests = digests_of(commands)
        instance = self._instance or header["instance"]
        problem = self._keys.problem(header["keyId"], text, signature)
        wrong = [
            (written(row) != line or list(row) != ["text", "signature", "commands"], "is not written as exported"),
            (problem is not None, f"is not to be trusted: {problem}"),
            (header["realm"] != self._realm, f"is of {header['realm']}"),
            (header["instance"] != instance, "is of another installation"),
            (number != self.number + 1, f"comes where segment {self.number + 1} is missing"),
            (header["previous"] != self.header, "does not sign the one before it"),
            (first != position, f"does not go on from {self._end}"),
            (lease < self._lease, "has an older lease than the one before it"),
            (hashed(commands) != header["commands"], "has other commands than it signed"),
            (len(digests) != count, f"has commands for {len(digests)} events, not {count}"),
            (self._elsewhere(house, header["houseHash"]), "names a place of the house realm that is not there"),
        ]
        for is_wrong, what in wrong:
            if is_wrong:
                raise Wrong(f"segment {number} {what}")
        self.number, self.header, self._lease, self._instance = number, hashed(text), lease, instance
        self._first, self._end, self._head, self._digests = first, first + count - 1, header["head"], digests

    def _elsewhere(self, position, digest):
        if self._house is None or position == 0:
            return False
        self.places += 1
        return position > len(self._house) or self._house[position - 1] != digest


def header_of(text):
    domain, *values = text.split("\n")
    names = HEADERS.get(domain)
    if names is None or len(names) != len(values):
        raise ValueError(f"nobody knows {domain} of {len(values)} lines")
    return dict(zip(names, values))


def digests_of(commands):
    """The digest of the command of each event. None where the lines cannot be read: what follows then says so."""
    try:
        lines = commands.split("\n")
        return [digest for line in lines for digest in [hashed(line)] * min(json.loads(line)["events"], EVENTS_MAX)]
    except (ValueError, KeyError, TypeError):
        return []


def hashed(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
