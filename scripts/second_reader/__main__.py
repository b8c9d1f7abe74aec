"""A second reader of an exported history, in another language and with nothing but the standard library of Python 3.11.

    npm run audit -- export <folder> --gzip
    python3 scripts/second_reader <folder> [--key HEX] [--balances FILE] [--only NOUN,...]

It shares no line with the program that wrote the export. It checks chain, signed segments, commands and checkpoints, and computes again
what every event of its nouns says and moves, from the events before it and the rules that the house realm published. A line a noun says
how much was compared. It ends with 0, with 1 and every finding by realm and position, or with 2 on wrong arguments.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from c2c import C2c
from checkpoints import Checkpoints
from contracts import Contracts
from conversions import Conversions
from custody import Custody
from fees import Fees
from files import Broken, digest_of, lines_of
from funds import Funds
from history import Chain, Wrong
from ledger import Ledger, Liabilities
from liquidations import Liquidations
from loans import Loans
from margins import Margins
from options import Odds, Options
from orders import Orders
from amounts import read
from report import Report
from rules import Rules
from segments import Keys, Segments
from spot import Spot

FORMAT = "glassbook/export/3"
HOUSE = "house"
# What goes by the events of its noun alone; the others see more of the realm.
PLAIN = (Liabilities, Orders, Spot, Fees, Conversions, Margins, Options, Odds, Custody, Funds, Loans, C2c)
NOUNS = ("chain", "segments", Checkpoints.noun, Ledger.noun, *(each.noun for each in PLAIN))
NOUNS += (Contracts.noun, Liquidations.noun)


class Reader:
    def __init__(self, folder, manifest, trusted, nouns):
        self.report = Report()
        self._folder = folder
        self._manifest = manifest
        self._nouns = nouns
        self._keys = Keys(manifest["keys"], trusted)
        self._checkpoints = Checkpoints(manifest["checkpoints"], self._keys, self.report)
        has_house = HOUSE in manifest["realms"]
        self._rules = Rules() if has_house else None
        self._house = [] if has_house else None
        if not has_house:
            self.report.note("the house realm is not exported: what it published and its places are not compared")
        self.balances = {}

    def realms(self):
        """The house realm first: what it published holds in the others."""
        return sorted(self._manifest["realms"], key=lambda name: (name != HOUSE, name))

    def read(self, realm):
        """Reads one realm to its end, or to the first line that is no history."""
        told = self._manifest["realms"][realm]
        path, signed = self._folder / told["file"], self._folder / told["segments"]["file"]
        chain = Chain(realm)
        segments = Segments(realm, lines_of(signed), self._keys, self._house)
        ledger = Ledger(realm, self._rules, self.report, set(self._manifest["mayGoNegative"]))
        nouns = [ledger, *self._nouns_of(realm)]
        noun, position = "chain", 1
        try:
            for line in lines_of(path):
                noun, position = "chain", chain.position + 1
                event = chain.take(line)
                noun = "segments"
                segments.cover(event)
                noun, position = "chain", position + 1
                self._event(event, nouns)
        except (Wrong, Broken) as error:
            return self.report.find(noun, realm, position, str(error))
        finally:
            self.report.compare("chain", chain.position)
            self.report.compare("segments", segments.number)
        for each in nouns:
            each.finish()
        # Of a realm that breaks off, the balances at the end are not known.
        self.balances[realm] = ledger
        self._checkpoints.finish(realm)
        self._ends(realm, told, (chain, segments), (path, signed))

    def _nouns_of(self, realm):
        if realm == HOUSE:
            return []
        contracts = Contracts(realm, self._rules, self.report)
        # A liquidation is judged by the positions before it.
        liquidations = Liquidations(realm, self._rules, self.report, contracts)
        plain = [each(realm, self._rules, self.report) for each in PLAIN]
        wanted = [each for each in (*plain, liquidations) if each.noun in self._nouns]
        return [*wanted, contracts] if {Contracts.noun, Liquidations.noun} & self._nouns else wanted

    def _event(self, event, nouns):
        self._checkpoints.take(event)
        if event.realm == HOUSE:
            self._house.append(event.hash)
            self._rules.take(event)
        for noun in nouns:
            try:
                noun.take(event)
            except (KeyError, ValueError, TypeError, AttributeError, ArithmeticError, IndexError) as error:
                noun.find(event.position, f"{event.type} of {event.stream} does not fit what came before: {error!r}")

    def _ends(self, realm, told, ends, paths):
        """Where the manifest says, and in files as they were written."""
        chain, segments = ends
        end = told["position"], told["hash"]
        if (chain.position, chain.hash) != end:
            self.report.find("chain", realm, chain.position, f"the history ends here; the manifest says {end[0]}")
        try:
            segments.finish(told["segments"])
            for path, digest in zip(paths, (told["fileHash"], told["segments"]["fileHash"])):
                if digest_of(path) != digest:
                    raise Wrong(f"{path.name} is not the file that was written")
        except (Wrong, Broken, OSError) as error:
            self.report.find("segments", realm, chain.position, str(error))

    def compare_balances(self, path):
        """What the server tells people, from its own table."""
        told = {realm: {} for realm in self.balances}
        try:
            for line in lines_of(path):
                row = json.loads(line)
                if row["realm"] in told:
                    told[row["realm"]][row["account"], row["asset"]] = read(row["amount"])
        except (Broken, ValueError, KeyError) as error:
            self.report.find(Ledger.noun, "every realm", 0, f"{path.name} cannot be read: {error}")
            return
        for realm, ledger in self.balances.items():
            ledger.compare(told[realm])


def told_by(folder):
    """The balances of an export, packed or not."""
    found = [folder / name for name in ("balances.ndjson", "balances.ndjson.gz") if (folder / name).exists()]
    return found[0] if found else folder / "balances.ndjson"


def arguments():
    parser = argparse.ArgumentParser(prog="second_reader", description="Reads an export of `npm run audit -- export`.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--key", type=str.lower, help="the one public key that is believed, in hex")
    parser.add_argument("--balances", type=Path, help="what the server tells, where not in the folder")
    parser.add_argument("--only", type=lambda text: text.split(","), help=f"of {', '.join(NOUNS)}")
    chosen = parser.parse_args()
    unknown = set(chosen.only or ()) - set(NOUNS)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    return chosen


def main():
    chosen = arguments()
    try:
        manifest = json.loads((chosen.folder / "manifest.json").read_bytes())
        if manifest["format"] != FORMAT:
            raise ValueError(f"this reader does not know {manifest['format']}")
        # Chain, signatures and balances are what the rest stands on.
        always = {"chain", "segments", Checkpoints.noun, Ledger.noun}
        nouns = set(NOUNS) if chosen.only is None else always | set(chosen.only)
        reader = Reader(chosen.folder, manifest, chosen.key, nouns)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"Name a folder that `npm run audit -- export` has written: {error}")
        return 2
    began = time.monotonic()
    for realm in reader.realms():
        reader.read(realm)
    reader.compare_balances(chosen.balances or told_by(chosen.folder))
    seconds = time.monotonic() - began
    print(f"{reader.report.compared['chain']} events in {seconds:.1f} s")
    return reader.report.close([noun for noun in NOUNS if noun in nouns])


sys.exit(main())
