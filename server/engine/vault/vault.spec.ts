import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pool } from 'pg';
import type { Sealed } from '../../core/person.js';
import { systemClock } from '../../core/clock.js';
import { openPool } from '../history/database.js';
import { migratedDatabase } from '../../../test/kit/migrated.js';
import type { FreshDatabase } from '../../../test/kit/postgres.js';
import { PersonKeys } from './person-keys.js';
import { openRootKey, RootKey } from './root-key.js';
import { openBytes, openText, sealBytes, sealText } from './sealing.js';
import { PersonVault } from './vault.js';

const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => createSecretKey(bytes));
const anyPlace = fc.tuple(fc.string(), fc.string());
const anyText = fc.string({ unit: 'grapheme', maxLength: 300 });

describe('sealing', () => {
  it('gives the same text back at the same place under the same key', () => {
    fc.assert(
      fc.property(anyKey, anyPlace, anyText, (key, place, text) => {
        expect(openText(key, place, sealText(key, place, text))).toBe(text);
      }),
    );
  });

  it('opens nowhere else and under no other key', () => {
    fc.assert(
      fc.property(anyKey, anyKey, anyPlace, anyPlace, anyText, (key, other, place, elsewhere, text) => {
        fc.pre(JSON.stringify(place) !== JSON.stringify(elsewhere) && !key.equals(other));
        const sealed = sealText(key, place, text);
        expect(() => openText(key, elsewhere, sealed)).toThrow();
        expect(() => openText(other, place, sealed)).toThrow();
      }),
    );
  });

  it('notices every changed, missing and added byte', () => {
    fc.assert(
      fc.property(
        anyKey,
        anyPlace,
        fc.uint8Array({ maxLength: 64 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        changed,
      ),
    );
    function changed(
      key: Parameters<typeof sealBytes>[0],
      place: [string, string],
      plain: Uint8Array,
      at: number,
      by: number,
    ) {
      const sealed = sealBytes(key, place, plain);
      const bent = Buffer.from(sealed);
      bent[at % bent.length] = (bent[at % bent.length] ?? 0) ^ by;
      expect(() => openBytes(key, place, bent)).toThrow();
      expect(() => openBytes(key, place, sealed.subarray(0, at % sealed.length))).toThrow();
      expect(() => openBytes(key, place, Buffer.concat([sealed, Buffer.from([by])]))).toThrow();
      expect(openBytes(key, place, sealed).equals(plain)).toBe(true);
    }
  });

  it('takes only the spelling that it writes', () => {
    const key = createSecretKey(randomBytes(32));
    const sealed = sealText(key, ['a', 'b'], 'text');
    for (const bent of [`${sealed}=`, `${sealed} `, sealed.slice(3), `v2.${sealed.slice(3)}`, 'v1.', ''])
      expect(() => openText(key, ['a', 'b'], bent as Sealed)).toThrow('not a sealed text of ours');
  });

  it('seals the same text differently each time, and tells nothing but its length', () => {
    const key = createSecretKey(randomBytes(32));
    const sealed = new Set(Array.from({ length: 100 }, () => sealText(key, ['a', 'b'], 'Ada Lovelace')));
    expect(sealed.size).toBe(100);
    for (const text of sealed) expect(text).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
  });
});

describe('the vault', () => {
  let database: FreshDatabase;
  let pool: Pool;
  let root: RootKey;
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-vault-'));

  beforeAll(async () => {
    database = await migratedDatabase();
    pool = openPool(database.url, 4);
    root = await openRootKey(pool, { personalKey: null, dataDir: folder });
  });

  afterAll(async () => {
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** A server of its own: it has read nothing yet. */
  function server(nowMs?: () => number): PersonVault {
    return new PersonVault(root, new PersonKeys(pool, root, systemClock, nowMs));
  }

  it('opens on another server what one sealed, for that person and that field alone', async () => {
    const sealed = await server().seal('real-a', 'identity.name', 'Ada Lovelace');
    await server().seal('real-b', 'identity.name', 'Bob');
    expect(await server().open('real-a', 'identity.name', sealed)).toBe('Ada Lovelace');
    await expect(server().open('real-b', 'identity.name', sealed)).rejects.toThrow();
    await expect(server().open('real-a', 'identity.address', sealed)).rejects.toThrow();
    await expect(server().open('real-nobody', 'identity.name', sealed)).rejects.toThrow('no key');
  });

  it('makes one key for a person, however many ask at once', async () => {
    const requests = Array.from({ length: 20 }, (_, n) => server().seal('real-many', 'a.b', `${n}`));
    const reader = server();
    const opened = (await Promise.all(requests)).map((sealed) => reader.open('real-many', 'a.b', sealed));
    expect(await Promise.all(opened)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
  });

  it('keeps the keys of persons under another key only', async () => {
    await server().seal('real-kept', 'a.b', 'text');
    const { rows } = await pool.query<{ wrapped: Buffer }>(
      `SELECT wrapped FROM person_keys WHERE user_id = 'real-kept'`,
    );
    const wrapped = rows[0]?.wrapped ?? Buffer.alloc(0);
    expect(openBytes(root.wrapping, ['real-kept', 'person-key'], wrapped)).toHaveLength(32);
    expect(() => openBytes(root.wrapping, ['real-other', 'person-key'], wrapped)).toThrow();
  });

  it('forgets an erased person at once here, and within half a second on servers that know the key', async () => {
    let nowMs = 0;
    const [here, there] = [server(() => nowMs), server(() => nowMs)];
    const sealed = await here.seal('real-gone', 'a.b', 'text');
    const image = await here.sealBytes('real-gone', 'a.c', Buffer.from('bytes'));
    expect(await there.open('real-gone', 'a.b', sealed)).toBe('text');
    await here.erase('real-gone');
    expect(await here.open('real-gone', 'a.b', sealed)).toBeNull();
    expect(await here.openBytes('real-gone', 'a.c', image)).toBeNull();
    nowMs += 501;
    expect(await there.open('real-gone', 'a.b', sealed)).toBeNull();
    await expect(there.seal('real-gone', 'a.b', 'more')).rejects.toThrow('erased');
    expect(
      (await pool.query(`SELECT 1 FROM person_keys WHERE user_id = 'real-gone' AND wrapped IS NULL`)).rowCount,
    ).toBe(1);
  });

  it('never makes a key for a person who was erased before he had one', async () => {
    await server().erase('real-never');
    await expect(server().seal('real-never', 'a.b', 'text')).rejects.toThrow('erased');
    await server().erase('real-never');
  });

  it('keeps what belongs to nobody yet under the house key, and makes fingerprints by kind', () => {
    const vault = server();
    expect(vault.openForHouse('code.to', vault.sealForHouse('code.to', '+4912345'))).toBe('+4912345');
    expect(() => vault.openForHouse('code.text', vault.sealForHouse('code.to', '+4912345'))).toThrow();
    expect(vault.fingerprint('document', 'X1')).toBe(server().fingerprint('document', 'X1'));
    expect(vault.fingerprint('document', 'X1')).not.toBe(vault.fingerprint('login', 'X1'));
    expect(vault.fingerprint('document', 'X1')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('keeps its secret in a file for the server alone, and starts under no other and without none', async () => {
    const path = join(folder, 'secrets', 'personal-key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const secret = readFileSync(path, 'utf8').trim();
    const elsewhere = join(folder, 'elsewhere');
    expect((await openRootKey(pool, { personalKey: secret, dataDir: elsewhere })).id).toBe(root.id);
    const other = randomBytes(32).toString('base64');
    await expect(openRootKey(pool, { personalKey: other, dataDir: folder })).rejects.toMatchObject({
      message: expect.stringContaining('is sealed under key'),
      exitCode: 2,
    });
    await expect(openRootKey(pool, { personalKey: null, dataDir: elsewhere })).rejects.toMatchObject({
      message: expect.stringContaining('is missing'),
      exitCode: 2,
    });
  });
});
