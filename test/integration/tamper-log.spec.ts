import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../server/audit/findings.js';
import { KeptLogs } from '../../server/audit/kept-logs.js';
import { verify, type VerifyReport } from '../../server/audit/verify.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { chainHash, genesisHash } from '../../server/engine/history/codec.js';
import { sealedCheckpoint } from '../../server/engine/public-log/log-checkpoint.js';
import type { LogSalts } from '../../server/engine/public-log/log-salts.js';
import { newestCheckpoint, type PublicLog } from '../../server/engine/public-log/public-log.js';
import { noteOf, parseNote, signatureLine } from '../../shared/signed-note.js';
import { NoteSigner } from '../../shared/signed-note.testkit.js';
import { cosignedMessage, timedSignature } from '../../shared/tlog-checkpoint.js';
import { openLogged } from './logged-history.js';
import { asSuperuser } from './tamper-history.js';

const MINUTE_MS = 60_000;
/** Two whole tiles, and a part of a third. */
const [FIRST, SECOND, LAST] = [200, 300, 600];

let history: Awaited<ReturnType<typeof openLogged>>;
let log: PublicLog;

beforeAll(async () => {
  history = await openLogged();
  log = history.openLog();
  for (const count of [FIRST, SECOND - FIRST, LAST - SECOND]) {
    await history.append(count);
    await log.publish();
  }
  await history.keep();
}, 60_000);
afterAll(() => history.close());
beforeEach(() => void (history.said.length = 0));
afterEach(() => history.restore());

interface Asked {
  salts?: LogSalts;
  keptLogs?: KeptLogs;
}

const trustedKey = (): string => history.key.publicKey.toString('hex');

function audit(asked: Asked = { salts: log.salts }): Promise<VerifyReport> {
  const now = history.clock.now() + 10 * MINUTE_MS;
  return verify({ pool: history.pool, now, readModels: false, guards: false, trustedKey: trustedKey(), ...asked });
}

async function found(asked?: Asked): Promise<Pick<Finding, 'position' | 'what'>[]> {
  const { findings } = await audit(asked);
  return findings.flatMap(({ check, position, what }) => (check === 'log' ? [{ position, what }] : []));
}

const flip = (column: string): string => `${column} = set_bit(${column}, 9, 1 - get_bit(${column}, 9))`;
const node = (index: number): string => `WHERE realm = 'demo' AND level = 1 AND index = ${index}`;
const checkpoint = (number: number): string => `WHERE realm = 'demo' AND number = ${number}`;

describe('the log of an untouched history', () => {
  it('has nothing to find, and says that nobody outside has seen it', async () => {
    const { leftOut, anchors } = await audit();
    expect(await found()).toEqual([]);
    expect([leftOut.log, anchors]).toEqual([undefined, []]);
  });

  it('is looked at without the secret of its salts too, and the verdict says what was left out', async () => {
    expect(await found({})).toEqual([]);
    expect((await audit({})).leftOut.log).toBe('secrets/log-salts is not at hand');
  });
});

describe('a tampered log', () => {
  const deeds: [deed: string, sql: string, position: number, what: RegExp][] = [
    ['a changed hash', `UPDATE log_nodes SET ${flip('hash')} ${node(0)}`, 1, /another hash of the events up to 256$/],
    ['a hash that is gone', `DELETE FROM log_nodes ${node(1)}`, 257, /no hash of the events up to 512$/],
    [
      'a hash of events that are not there',
      `INSERT INTO log_nodes VALUES ('demo', 1, 2, sha256('x'))`,
      768,
      /hash 2 of level 1 of events that are not there$/,
    ],
    [
      'swapped hashes',
      `UPDATE log_nodes SET index = 9 ${node(0)}; UPDATE log_nodes SET index = 0 ${node(1)}; UPDATE log_nodes SET index = 1 ${node(9)}`,
      1,
      /another hash of the events up to 256$/,
    ],
    [
      'another size in a note',
      `UPDATE log_checkpoints SET note = replace(note, E'\\n${SECOND}\\n', E'\\n299\\n') ${checkpoint(2)}`,
      SECOND,
      /checkpoint 2 of the log: its signature is not right$/,
    ],
    [
      'another size beside a note',
      `UPDATE log_checkpoints SET size = 299 ${checkpoint(2)}`,
      299,
      /checkpoint 2 of the log: its note has size 300$/,
    ],
    [
      'a note that is none',
      `UPDATE log_checkpoints SET note = 'x' ${checkpoint(1)}`,
      FIRST,
      /checkpoint 1 of the log: it is no signed note: no-signatures$/,
    ],
    [
      'a later instant',
      `UPDATE log_checkpoints SET at = at + 1 ${checkpoint(1)}`,
      FIRST,
      /checkpoint 1 of the log: its seal is not right$/,
    ],
    [
      'a flipped bit in a seal',
      `UPDATE log_checkpoints SET ${flip('seal')} ${checkpoint(3)}`,
      LAST,
      /checkpoint 3 of the log: its seal is not right$/,
    ],
    [
      'a removed first checkpoint',
      `DELETE FROM log_checkpoints ${checkpoint(1)}`,
      SECOND,
      /2 of the log: 1 is missing$/,
    ],
    ['a removed checkpoint', `DELETE FROM log_checkpoints ${checkpoint(2)}`, LAST, /3 of the log: 2 is missing$/],
    [
      'a removed checkpoint, and those after it numbered again',
      `DELETE FROM log_checkpoints ${checkpoint(2)}; UPDATE log_checkpoints SET number = 2 ${checkpoint(3)}`,
      LAST,
      /checkpoint 2 of the log: its seal is not right$/,
    ],
    [
      'a removed last checkpoint',
      `DELETE FROM log_checkpoints ${checkpoint(3)}`,
      SECOND + 1,
      /no checkpoint of the log covers the 300 events from here$/,
    ],
    [
      'no checkpoints at all',
      'DELETE FROM log_checkpoints',
      1,
      /no checkpoint of the log covers the 600 events from here$/,
    ],
    [
      'a checkpoint of another realm',
      `UPDATE log_checkpoints SET realm = 'real' ${checkpoint(1)}`,
      SECOND,
      /2 of the log: 1 is missing$/,
    ],
    [
      'other salts',
      `UPDATE log_checkpoints SET salts = repeat('0', 16) ${checkpoint(2)}`,
      SECOND,
      /it has other salts than those at hand$/,
    ],
    [
      'another hash of an event in a whole tile',
      `UPDATE events SET hash = sha256('x') WHERE realm = 'demo' AND position = 400`,
      257,
      /another hash of the events up to 512$/,
    ],
    [
      'another hash of the last event',
      `UPDATE events SET hash = sha256('x') WHERE realm = 'demo' AND position = ${LAST}`,
      LAST,
      /checkpoint 3 of the log has another root than the events up to here$/,
    ],
    [
      'a cut-off end',
      `DELETE FROM events WHERE realm = 'demo' AND position > 500`,
      LAST,
      /checkpoint 3 of the log covers events that are not there$/,
    ],
  ];

  it.each(deeds)('with %s is found', async (_, sql, position, what) => {
    await asSuperuser(history.pool, sql);
    expect(await found()).toContainEqual({ position, what: expect.stringMatching(what) });
  });

  it('with one changed hash is one finding, and two are two', async () => {
    await asSuperuser(history.pool, `UPDATE log_nodes SET ${flip('hash')} ${node(0)}`);
    expect(await found()).toHaveLength(1);
    await asSuperuser(history.pool, `UPDATE log_nodes SET ${flip('hash')} ${node(1)}`);
    expect(await found()).toHaveLength(2);
  });

  it('with checkpoints of a key that stands in the table of keys, and that nobody trusts, is found', async () => {
    const own = CheckpointKey.throwaway();
    await history.pool.query('INSERT INTO checkpoint_keys (key_id, public_key, first_used_at) VALUES ($1, $2, 1)', [
      own.keyId,
      own.publicKey,
    ]);
    const head = { origin: 'glassbook.example/demo', size: LAST, root: Buffer.alloc(32) };
    const { salts } = log;
    const { note, seal } = sealedCheckpoint(own, head, { realm: 'demo', number: 3, at: 1, salts: salts.id });
    await asSuperuser(history.pool, `DELETE FROM log_checkpoints ${checkpoint(3)}`);
    await history.pool.query(`INSERT INTO log_checkpoints VALUES ('demo', 3, $1, 1, $2, $3, $4, $5)`, [
      ...[LAST, salts.id, own.keyId, note, seal],
    ]);
    const what = `checkpoint 3 of the log: it was signed with ${own.keyId}, which nobody trusts`;
    expect(await found()).toContainEqual({ position: LAST, what });
  });

  it('is not gone on with, and what was published stays as it is', async () => {
    await asSuperuser(history.pool, `UPDATE log_nodes SET ${flip('hash')} ${node(0)}`);
    await history.append(1);
    await history.openLog().publish();
    expect((await newestCheckpoint(history.pool, 'demo'))?.number).toBe(3);
    expect(history.said).toEqual([
      'a log was not written: Error: checkpoint 3 of the log of demo is of another history',
    ]);
  });

  it('with the secret of other salts is not gone on with', async () => {
    const other = mkdtempSync(join(tmpdir(), 'glassbook-log-'));
    await history.append(1);
    await history.openLog(null, other).publish();
    rmSync(other, { recursive: true });
    expect((await newestCheckpoint(history.pool, 'demo'))?.number).toBe(3);
    expect(history.said).toEqual([
      expect.stringContaining(`has salts of ${log.salts.id}, and secrets/log-salts is another`),
    ]);
  });
});

describe('a checkpoint that was kept outside', () => {
  const witness = new NoteSigner('witness.example', 'cosignature', Buffer.alloc(32, 7));
  const stranger = new NoteSigner('witness.example', 'cosignature', Buffer.alloc(32, 8));
  const SEEN = 1_800_000_100;

  /** The newest note, cosigned. */
  async function cosigned(by = witness): Promise<string> {
    const { note = '' } = (await newestCheckpoint(history.pool, 'demo')) ?? {};
    const parsed = parseNote(note);
    if ('problem' in parsed) throw new Error(parsed.problem);
    const signature = timedSignature(SEEN, by.sign(cosignedMessage(parsed.text, SEEN)));
    return `${note}${signatureLine(by.key, signature)}`;
  }
  const keptLogs = (note: string): KeptLogs => new KeptLogs([{ from: 'kept.txt', note }], [witness.key]);

  /** Everything written again from the 100th event on, by somebody with the key: hashes, tree, checkpoints. */
  async function writeAgain(): Promise<void> {
    const rows = await history.store.readRows('demo', 0, LAST);
    let hash = genesisHash('demo');
    const changed = rows.map((row) => {
      const data = row.position < 100 ? row.data : '{"at":0,"x":1}';
      hash = chainHash(hash, { ...row, data });
      return `UPDATE events SET data = '${data}', hash = decode('${hash}', 'hex') WHERE realm = 'demo' AND position = ${row.position}`;
    });
    await asSuperuser(
      history.pool,
      `${changed.join(';')}; DELETE FROM log_nodes; DELETE FROM log_checkpoints;
      UPDATE realm_heads SET hash = decode('${hash}', 'hex') WHERE realm = 'demo'`,
    );
    await history.openLog().publish();
  }

  it('with a trusted witness’s cosignature anchors the log', async () => {
    const { anchors } = await audit({ salts: log.salts, keptLogs: keptLogs(await cosigned()) });
    expect(anchors).toEqual([{ witness: 'witness.example', realm: 'demo', size: LAST, at: SEEN * 1000 }]);
  });

  it('with another’s cosignature, or none, anchors nothing', async () => {
    const { note = '' } = (await newestCheckpoint(history.pool, 'demo')) ?? {};
    for (const kept of [await cosigned(stranger), note]) {
      const { anchors, findings } = await audit({ salts: log.salts, keptLogs: keptLogs(kept) });
      expect([anchors, findings.filter(({ check }) => check === 'log')]).toEqual([[], []]);
    }
  });

  it('exposes a history that was written again with the key, which no other check finds', async () => {
    const kept = keptLogs(await cosigned());
    await writeAgain();
    expect(await found()).toEqual([]);
    const { anchors } = await audit({ salts: log.salts, keptLogs: kept });
    expect(anchors).toEqual([]);
    expect(await found({ salts: log.salts, keptLogs: kept })).toEqual([
      { position: LAST, what: 'the kept checkpoint of kept.txt has another root than the events up to here' },
    ]);
  });

  it('exposes an older database', async () => {
    const kept = keptLogs(await cosigned());
    await asSuperuser(
      history.pool,
      `DELETE FROM events WHERE realm = 'demo' AND position > ${SECOND}; DELETE FROM log_nodes ${node(1)};
       DELETE FROM log_checkpoints ${checkpoint(3)}`,
    );
    expect(await found({ salts: log.salts, keptLogs: kept })).toEqual([
      { position: LAST, what: 'the kept checkpoint of kept.txt covers events that are not there' },
    ]);
  });

  it('of another log, or changed, is a finding', async () => {
    const note = await cosigned();
    const other = sealedCheckpoint(
      history.key,
      { origin: 'other.example/demo', size: LAST, root: Buffer.alloc(32) },
      { realm: 'demo', number: 1, at: 1, salts: '' },
    );
    expect(await found({ salts: log.salts, keptLogs: keptLogs(other.note) })).toEqual([
      {
        position: LAST,
        what: 'the kept checkpoint of kept.txt is of other.example/demo, and the log is glassbook.example/demo',
      },
    ]);
    expect(await found({ salts: log.salts, keptLogs: keptLogs(note.replace('600', '599')) })).toEqual([
      { position: 1, what: 'the kept checkpoint of kept.txt: its signature is not right' },
    ]);
    expect(() => keptLogs(noteOf('x\n', []))).toThrow('kept.txt is not a checkpoint of a log');
  });
});
