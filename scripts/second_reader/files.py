"""The files of an export. Packed with gzip or not, they hold the same lines."""

import gzip
import hashlib
import zlib


class Broken(Exception):
    """A file that ends early or is not what was written."""


def lines_of(path):
    """Each line as bytes, without its line feed. Raises Broken where the file is cut off or cannot be unpacked."""
    opened = gzip.open if path.name.endswith(".gz") else open
    try:
        with opened(path, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    raise Broken(f"{path.name} does not end with a line feed")
                yield line[:-1]
    except (EOFError, OSError, zlib.error) as error:
        raise Broken(f"{path.name}: {error}") from error


def digest_of(path):
    """SHA-256 over the bytes of the file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
