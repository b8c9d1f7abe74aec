"""Events as an export tells them, and the chain of hashes from the genesis on."""

import hashlib
import json
from dataclasses import dataclass

from amounts import read

FIELDS = (
    *("position", "stream", "version", "type", "schema", "at", "actor"),
    *("correlation", "causation", "command", "data", "postings", "hash"),
)


@dataclass(frozen=True, slots=True)
class Event:
    realm: str
    position: int
    stream: str
    type: str
    at: int
    actor: str
    correlation: str
    causation: str
    command: str
    data: dict
    # (account, asset, units) of each line.
    postings: tuple
    hash: str

    @property
    def kind(self):
        return self.stream.partition("-")[0]

    @property
    def id(self):
        return self.stream.partition("-")[2]


class Wrong(Exception):
    """What is wrong with a line. Nothing behind it can be read as history."""


class Chain:
    """Follows one realm. Positions and versions count up by one, and each hash covers all before it."""

    def __init__(self, realm):
        self.realm = realm
        self.position = 0
        self.hash = hashlib.sha256(f"glassbook/genesis/{realm}".encode()).hexdigest()
        self._versions = {}

    def take(self, line):
        """The event of a line. Raises Wrong."""
        try:
            row = json.loads(line)
            values = [row[name] for name in FIELDS]
        except (ValueError, KeyError, TypeError) as error:
            raise Wrong(f"the line cannot be read: {error}") from error
        if len(row) != len(FIELDS) or list(row) != list(FIELDS) or written(row) != line:
            raise Wrong("the line is not written as an export writes it")
        wanted = self.position + 1
        if row["position"] != wanted:
            raise Wrong(f"position {row['position']} stands here")
        covered = "\n".join(
            [self.hash, self.realm, *(str(value) for value in values[:-2]), row["postings"] or ""],
        )
        if hashlib.sha256(covered.encode()).hexdigest() != row["hash"]:
            raise Wrong(f"{row['type']} of {row['stream']} does not follow from the events before it")
        version = self._versions.get(row["stream"], 0) + 1
        if row["version"] != version:
            raise Wrong(f"{row['stream']} goes on with version {row['version']}, not {version}")
        self._versions[row["stream"]] = version
        self.position = wanted
        self.hash = row["hash"]
        return self._event(row)

    def _event(self, row):
        try:
            postings = tuple((account, asset, read(text)) for account, asset, text in json.loads(row["postings"] or "[]"))
            data = json.loads(row["data"])
        except ValueError as error:
            raise Wrong(f"{row['type']} cannot be read: {error}") from error
        names = ("position", "stream", "type", "at", "actor", "correlation", "causation", "command", "hash")
        return Event(realm=self.realm, data=data, postings=postings, **{name: row[name] for name in names})


def written(row):
    """JSON as an export writes it."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
