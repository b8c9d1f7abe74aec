import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SeedChain } from '../simulator/epochs.js';

const YEARS = 20;
const DAY_MS = 86_400_000;

interface Vault {
  readonly lastSeed: string;
  readonly firstEpoch: number;
  readonly epochMs: number;
  readonly length: number;
}

/**
 * The secret end of the seed chain: a file that only the server's user can read. It determines every future price, so it is never
 * logged or stored elsewhere.
 */
export class SeedVault {
  private readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'secrets', 'market-seeds.json');
  }

  get exists(): boolean {
    return existsSync(this.path);
  }

  /** Draws a new chain that begins with an epoch, for twenty years. */
  create(firstEpoch: number, epochMs: number): SeedChain {
    const length = Math.ceil((YEARS * 366 * DAY_MS) / epochMs);
    const vault: Vault = { lastSeed: randomBytes(32).toString('hex'), firstEpoch, epochMs, length };
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    writeFileSync(this.path, `${JSON.stringify(vault)}\n`, { mode: 0o600, flag: 'wx' });
    return new SeedChain(vault.lastSeed, firstEpoch, length);
  }

  open(): SeedChain {
    const vault = JSON.parse(readFileSync(this.path, 'utf8')) as Vault;
    return new SeedChain(vault.lastSeed, vault.firstEpoch, vault.length);
  }
}
