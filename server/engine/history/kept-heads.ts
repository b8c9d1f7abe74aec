import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptHead } from './segment.js';

const WRITE_MS = 1_000;
const FILE = 'heads.json';
const ACCEPTED = 'restore.json';

type Heads = Readonly<Record<string, KeptHead>>;

interface KeptFile {
  readonly instance: string;
  readonly heads: Heads;
}

/** That an older database was put in place on purpose. */
export interface AcceptedRestore {
  readonly reason: string;
  /** What is given up, by realm: nothing else is. */
  readonly heads: Heads;
}

/**
 * The newest signed segment of each realm in a file of the data folder, so that a server notices when its database is older than what it
 * signed. It is written a second later at most: what a fall loses of it is in the database.
 */
export class KeptHeads {
  private heads: Heads | undefined;
  private instance = '';
  private timer: NodeJS.Timeout | undefined;
  private isWarned = false;

  constructor(
    private readonly folder: string,
    private readonly log: { warn(message: string): void } = { warn: () => undefined },
  ) {}

  /** What is kept of a realm; `undefined` where nothing is, or of another installation. */
  of(instance: string, realm: string): KeptHead | undefined {
    if (this.heads === undefined || this.instance !== instance) {
      const read = readJson<KeptFile>(join(this.folder, FILE));
      this.instance = instance;
      this.heads = read?.instance === instance ? { ...read.heads } : {};
    }
    return this.heads[realm];
  }

  keep(instance: string, realm: string, head: KeptHead): void {
    this.of(instance, realm);
    this.heads = { ...this.heads, [realm]: head };
    this.timer ??= this.writeLater();
  }

  /** Writes what is not written yet. A full disk is no reason to stop: the database knows more, and it is tried again. */
  flush(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      writeJson(this.folder, FILE, { instance: this.instance, heads: this.heads });
      this.isWarned = false;
    } catch (error) {
      if (!this.isWarned) this.log.warn(`the newest heads were not kept: ${String(error)}`);
      this.isWarned = true;
      this.timer = this.writeLater();
    }
  }

  private writeLater(): NodeJS.Timeout {
    return setTimeout(() => this.flush(), WRITE_MS).unref();
  }

  /** Why a realm may begin before what is kept of it; `undefined` where nobody said so. */
  acceptedFor(realm: string, head: KeptHead): string | undefined {
    const accepted = readJson<AcceptedRestore>(join(this.folder, ACCEPTED));
    return accepted?.heads[realm]?.header === head.header ? accepted.reason : undefined;
  }

  /** These are given up, because somebody said why. */
  accept(heads: Heads, reason: string): void {
    writeJson(this.folder, ACCEPTED, { reason, heads });
  }

  /** The restored realm has its first new segment. */
  restored(realm: string): void {
    const path = join(this.folder, ACCEPTED);
    const accepted = readJson<AcceptedRestore>(path);
    if (accepted?.heads[realm] === undefined) return;
    const { [realm]: _, ...heads } = accepted.heads;
    if (Object.keys(heads).length === 0) rmSync(path);
    else writeJson(this.folder, ACCEPTED, { ...accepted, heads });
  }
}

function readJson<Content>(path: string): Content | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : undefined;
}

/** Another reads the old file or the new one, never half of it. */
function writeJson(folder: string, name: string, content: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
