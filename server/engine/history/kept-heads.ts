import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptHead } from './segment.js';

const WRITE_MS = 1_000;
const FILE = 'heads.json';
const ACCEPTED = 'restore.json';

type Heads = Readonly<Record<string, KeptHead>>;

/** What is given up of a realm: that head, for a history that ends with the header `from`. */
export interface GivenUp {
  readonly kept: KeptHead;
  readonly from: string;
}

/** That another database was put in place on purpose. */
interface AcceptedRestore {
  readonly reason: string;
  /** By realm: nothing else is given up. */
  readonly realms: Readonly<Record<string, GivenUp>>;
}

/** The file of the newest heads is there, and is not what was written. */
export class UnreadableHeads extends Error {}

/**
 * The newest signed segment of each realm in a file of the data folder, to notice when the database is older than what was signed. It is
 * written a second later at most: what a fall loses of it is in the database.
 */
export class KeptHeads {
  private heads: Heads | undefined;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();
  private isWarned = false;

  constructor(
    private readonly folder: string,
    private readonly log: { warn(message: string): void } = { warn: () => undefined },
  ) {}

  /**
   * What is kept of a realm; `undefined` where nothing is.
   * @throws {UnreadableHeads} until a head is kept
   */
  of(realm: string): KeptHead | undefined {
    this.heads ??= this.read();
    return this.heads[realm];
  }

  keep(realm: string, head: KeptHead): void {
    this.heads = { ...(this.heads ?? this.readOrNone()), [realm]: head };
    this.timer ??= this.writeLater();
  }

  /** Writes what is not written yet. A full disk is no reason to stop: the database knows more, and it is tried again. */
  async flush(): Promise<void> {
    if (this.timer !== undefined) {
      clearTimeout(this.timer);
      this.timer = undefined;
      void this.next(() => this.write());
    }
    await this.writing;
  }

  /** Why a realm may begin before what is kept of it, from the header that it ends with; `undefined` where nobody said so. */
  acceptedFor(realm: string, { kept, from }: GivenUp): string | undefined {
    const { reason, realms } = this.accepted();
    const given = realms[realm];
    return given?.from === from && given.kept.header === kept.header ? reason : undefined;
  }

  /** These are given up, because somebody said why. */
  async accept(realms: AcceptedRestore['realms'], reason: string): Promise<void> {
    await writeJson(this.folder, ACCEPTED, { reason, realms });
  }

  /** The restored realm has its first new segment. That it was accepted is forgotten once its new head is kept. */
  async restored(realm: string): Promise<void> {
    await this.flush();
    if (this.timer !== undefined) return;
    await this.next(async () => {
      const { reason, realms } = this.accepted();
      const { [realm]: _, ...left } = realms;
      if (Object.keys(left).length === 0) await rm(join(this.folder, ACCEPTED), { force: true });
      else await writeJson(this.folder, ACCEPTED, { reason, realms: left });
    });
  }

  private async write(): Promise<void> {
    try {
      await writeJson(this.folder, FILE, this.heads ?? {});
      this.isWarned = false;
    } catch (error) {
      if (!this.isWarned) this.log.warn(`the newest heads were not kept: ${String(error)}`);
      this.isWarned = true;
      this.timer ??= this.writeLater();
    }
  }

  /** One after another, so that an older file never takes a newer one's place. */
  private next(work: () => Promise<void>): Promise<unknown> {
    this.writing = this.writing.then(work);
    return this.writing;
  }

  private writeLater(): NodeJS.Timeout {
    return setTimeout(() => void this.flush(), WRITE_MS).unref();
  }

  private accepted(): AcceptedRestore {
    return readJson<AcceptedRestore>(join(this.folder, ACCEPTED)) ?? { reason: '', realms: {} };
  }

  private read(): Heads {
    const path = join(this.folder, FILE);
    try {
      return readJson<Heads>(path) ?? {};
    } catch (error) {
      throw new UnreadableHeads(`${path} cannot be read: ${(error as Error).message}`);
    }
  }

  private readOrNone(): Heads {
    try {
      return this.read();
    } catch {
      return {};
    }
  }
}

function readJson<Content>(path: string): Content | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : undefined;
}

/** Another reads the old file or the new one, never half of it, also after the machine fell. */
async function writeJson(folder: string, name: string, content: object): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const part = `${path}.${process.pid}`;
  await synced(part, (file) => file.writeFile(JSON.stringify(content)), 'w');
  await rename(part, path);
  await synced(folder, () => Promise.resolve(), 'r');
}

type Opened = Awaited<ReturnType<typeof open>>;

async function synced(path: string, write: (file: Opened) => Promise<void>, flags: string): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
