import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Config } from '../../config/config.js';
import { systemClock, type Clock } from '../../core/clock.js';
import type { Sealed } from '../../core/person.js';
import type { FingerprintKind, Vault } from '../../core/ports/vault.js';
import { PersonKeys } from './person-keys.js';
import { openRootKey, type RootKey } from './root-key.js';
import { openBytes, openText, sealBytes, sealText } from './sealing.js';

/** The owner of data without a person. No user id looks like it. */
const HOUSE = '';

/** The vault of this installation; throws where its key is not the one that the database was filled under. */
export async function openVault(
  pool: Pool,
  config: Pick<Config, 'personalKey' | 'dataDir'>,
  clock: Clock = systemClock,
): Promise<Vault> {
  const root = await openRootKey(pool, config);
  return new PersonVault(root, new PersonKeys(pool, root, clock));
}

/** Seals and opens under the persons' keys; see `Vault`. */
export class PersonVault implements Vault {
  constructor(
    private readonly root: RootKey,
    private readonly keys: PersonKeys,
  ) {}

  async seal(userId: string, context: string, text: string): Promise<Sealed> {
    return sealText(await this.keyToSeal(userId), [userId, context], text);
  }

  async open(userId: string, context: string, sealed: Sealed): Promise<string | null> {
    const key = await this.keyToOpen(userId);
    return key && openText(key, [userId, context], sealed);
  }

  async sealBytes(userId: string, context: string, bytes: Buffer): Promise<Buffer> {
    return sealBytes(await this.keyToSeal(userId), [userId, context], bytes);
  }

  async openBytes(userId: string, context: string, sealed: Buffer): Promise<Buffer | null> {
    const key = await this.keyToOpen(userId);
    return key && openBytes(key, [userId, context], sealed);
  }

  sealForHouse(context: string, text: string): Sealed {
    return sealText(this.root.house, [HOUSE, context], text);
  }

  openForHouse(context: string, sealed: Sealed): string {
    return openText(this.root.house, [HOUSE, context], sealed);
  }

  fingerprint(kind: FingerprintKind, text: string): string {
    return this.root.fingerprint(kind, text);
  }

  erase(userId: string): Promise<void> {
    return this.keys.erase(userId);
  }

  private async keyToSeal(userId: string): Promise<KeyObject> {
    const key = await this.keys.findOrMake(userId);
    if (key === 'erased') throw new Error('a person who is erased gets no new personal data');
    return key;
  }

  private async keyToOpen(userId: string): Promise<KeyObject | null> {
    const key = await this.keys.find(userId);
    if (key === 'none') throw new Error('something is sealed for a person who has no key');
    return key === 'erased' ? null : key;
  }
}
