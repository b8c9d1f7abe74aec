import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../../config/config.js';
import { Unfit } from '../../config/unfit.js';
import type { FingerprintKind } from '../../core/ports/vault.js';

const BYTES = 32;
const NO_SALT = Buffer.alloc(0);

/** The server's own secret (32 bytes): wraps the keys of persons, seals data without an owner, and makes fingerprints. */
export class RootKey {
  /** Names the key without telling it: 16 hex digits. */
  readonly id: string;
  readonly wrapping: KeyObject;
  readonly house: KeyObject;
  private readonly fingerprints: KeyObject;

  constructor(secret: Uint8Array) {
    if (secret.length !== BYTES) throw new Error(`the key of personal data has ${secret.length} bytes, not ${BYTES}`);
    // A key for each use: what one of them does can never help against another.
    const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, NO_SALT, use, BYTES));
    this.id = derive('glassbook/personal/id').toString('hex').slice(0, 16);
    this.wrapping = createSecretKey(derive('glassbook/personal/wrapping'));
    this.house = createSecretKey(derive('glassbook/personal/house'));
    this.fingerprints = createSecretKey(derive('glassbook/personal/fingerprints'));
  }

  fingerprint(kind: FingerprintKind, text: string): string {
    return createHmac('sha256', this.fingerprints).update(`${kind}\0${text}`).digest('base64url');
  }
}

/**
 * The key of this installation: `PERSONAL_KEY`, or `secrets/personal-key` in the data folder, which the first start makes.
 * Throws when the database was filled under another key or the file is gone: every personal text would be lost unnoticed.
 */
export async function openRootKey(pool: Pool, config: Pick<Config, 'personalKey' | 'dataDir'>): Promise<RootKey> {
  const path = join(config.dataDir, 'secrets', 'personal-key');
  const known = await knownKeyId(pool);
  if (config.personalKey === null && known !== undefined && !existsSync(path)) throw new Unfit(missing(path));
  const key = new RootKey(config.personalKey === null ? secretOf(path) : Buffer.from(config.personalKey, 'base64'));
  await pool.query('INSERT INTO personal_root (key_id) VALUES ($1) ON CONFLICT DO NOTHING', [key.id]);
  const used = await knownKeyId(pool);
  if (used !== key.id)
    throw new Unfit(
      `The personal data of this database is sealed under key ${used}, but the key at hand is ${key.id}.\n` +
        'Set PERSONAL_KEY to the first server’s key, or copy its secrets/personal-key into DATA_DIR.',
    );
  return key;
}

/** The key that this database was filled under, where it is at hand. Makes nothing. */
export async function rootKeyAtHand(
  pool: Pool,
  { personalKey, dataDir }: Pick<Config, 'personalKey' | 'dataDir'>,
): Promise<RootKey | undefined> {
  const path = join(dataDir, 'secrets', 'personal-key');
  const secret = personalKey ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
  if (secret === undefined) return undefined;
  const key = new RootKey(Buffer.from(secret, 'base64'));
  return key.id === (await knownKeyId(pool)) ? key : undefined;
}

function missing(path: string): string {
  return (
    `${path} is missing, and this database holds personal data under it.\n` +
    'Put it back from the first server or from the backup, or set PERSONAL_KEY.'
  );
}

async function knownKeyId(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ key_id: string }>('SELECT key_id FROM personal_root');
  return rows[0]?.key_id;
}

function secretOf(path: string): Buffer {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process of this installation was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
}
