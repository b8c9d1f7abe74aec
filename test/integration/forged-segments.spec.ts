import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REALMS } from '../../contracts/realm.contract.js';
import type { Finding } from '../../server/audit/findings.js';
import { main as restoreCli } from '../../server/cli/restore.js';
import { verify } from '../../server/audit/verify.js';
import type { NewEvent } from '../../server/core/event.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { KeptHeads } from '../../server/engine/history/kept-heads.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { ForgedState } from '../../server/engine/history/signed-snapshots.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { counterHandlers } from '../../server/engine/writer/counter.testkit.js';
import { spotKind } from '../../server/features/spot/spot.state.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { amount } from '../../shared/money.js';
import { asSuperuser, openHistory, restore } from './tamper-history.js';

const HOUR_MS = 3_600_000;
const MINE = 'user/demo-bob.1/spot/available';
const quiet = { warn: () => undefined, error: () => undefined };

let history: Awaited<ReturnType<typeof openHistory>>;
let trustedKey: string;

beforeAll(async () => {
  history = await openHistory();
  trustedKey = CheckpointKey.open(history.folder).publicKey.toString('hex');
}, 60_000);

afterAll(async () => {
  rmSync(history.folder, { recursive: true });
  await history.close();
});

afterEach(async () => {
  await restore(history.pool);
  rmSync(join(history.folder, 'heads'), { recursive: true, force: true });
});

const signer = (): SegmentSigner =>
  new SegmentSigner(CheckpointKey.open(history.folder), new KeptHeads(join(history.folder, 'heads')));

/** A server that starts on the database as it is: what it says of the realm that it may not go on with, or writes one event. */
async function started(realm = 'demo'): Promise<{ state: string; problem: string | null; answered: boolean }> {
  const seal = signer();
  const store = new EventStore(history.pool, seal);
  const handlers = new CommandHandlers().register(...counterHandlers(realm, `user/${realm}-x.1/spot/available`));
  const writers = new Writers(store, handlers, quiet, [realm]);
  await writers.start();
  const command = { type: 'Count', data: { ids: ['a'], by: 1 }, at: history.now, actor: 'user:x' };
  const { ok } = await writers.execute(realm, command);
  const { state = '', problem = null } = writers.status()[0] ?? {};
  await writers.close();
  await seal.flush();
  return { state, problem, answered: ok };
}

/** By someone who has the database and knows the program: hashes, postings and head are right. */
async function forge(realm: string, event: Omit<NewEvent, 'schema'>, key = CheckpointKey.throwaway()): Promise<number> {
  const store = new EventStore(history.pool, new SegmentSigner(key));
  const after = await store.head(realm);
  const position = after.position + 1;
  const cause = { correlation: `${realm}:${position}`, causation: `${realm}:${position}/X` };
  const recorded = { ...event, schema: 1, realm, position, version: 1, at: after.at, actor: 'timer', ...cause };
  await store.append(history.pool, {
    realm,
    leaseEpoch: after.leaseEpoch,
    after,
    events: [recorded],
    answers: [],
  });
  return position;
}

const given = (asset: string, sum: string) => [
  { account: MINE, asset, amount: amount(sum) },
  { account: 'house/market-maker', asset, amount: -amount(sum) },
];

const forgeries: [deed: string, realm: string, event: Omit<NewEvent, 'schema'>][] = [
  [
    'a conversion of 1 USDT into 10 BTC',
    'demo',
    { stream: 'conversion-x', type: 'FundsConverted', data: {}, postings: given('BTC', '10') },
  ],
  [
    'a deposit of 10,000,000 USDT',
    'demo',
    { stream: 'deposit-x', type: 'DepositCredited', data: {}, postings: given('USDT', '10000000') },
  ],
  ['an approval', 'demo', { stream: 'review-x', type: 'ReviewApproved', data: {} }],
  ['a policy', 'house', { stream: 'policy-x', type: 'PolicyPublished', data: {} }],
];

async function segmentFindings(): Promise<Finding[]> {
  const { pool, now } = history;
  const { findings } = await verify({ pool, now: now + HOUR_MS, readModels: false, guards: false, trustedKey });
  return findings.filter(({ check }) => check === 'segments');
}

describe('a history that was appended to without the key', () => {
  it.each(forgeries)('with %s is found by the audit, and no server goes on with it', async (_, realm, event) => {
    const position = await forge(realm, event);
    expect(await segmentFindings()).toContainEqual(expect.objectContaining({ realm, position }));
    const { state, problem, answered } = await started(realm);
    expect([state, answered]).toEqual(['halted', false]);
    expect(problem).toMatch(new RegExp(`from position ${position}: it is signed with [0-9a-f]{16}, which is not this`));
  });

  it('in the house realm is gone on with in no other, since its policies hold in all', async () => {
    const before = await Promise.all(REALMS.map((realm) => history.store.head(realm)));
    await forge('house', { stream: 'policy-x', type: 'PolicyPublished', data: {} });
    const writers = new Writers(new EventStore(history.pool, signer()), new CommandHandlers(), quiet);
    await writers.start();
    expect(writers.status().map(({ realm, state, problem }) => [realm, state, problem])).toEqual([
      ['house', 'halted', expect.stringContaining(`which is not this server's key`)],
      ['demo', 'recovering', 'the house realm is halted'],
      ['real', 'recovering', 'the house realm is halted'],
    ]);
    await writers.close();
    const [, demo, real] = await Promise.all(REALMS.map((realm) => history.store.head(realm)));
    expect([demo, real]).toEqual(before.slice(1));
  });

  it('long ago in the house realm is not gone on with, though its end is right', async () => {
    const changed = `data = replace(data, '"version":1', '"version":2')`;
    const first = `(SELECT min(position) FROM events WHERE realm = 'house' AND data LIKE '%"version":1%')`;
    const { rows } = await history.pool.query<{ position: number }>(`SELECT ${first} AS position`);
    expect(await started('house')).toMatchObject({ answered: true });
    await asSuperuser(history.pool, `UPDATE events SET ${changed} WHERE realm = 'house' AND position = ${first}`);
    const { state, problem } = await started('house');
    expect([state, problem]).toEqual([
      'halted',
      expect.stringContaining(`the event at position ${rows[0]?.position} is not what was signed`),
    ]);
  });

  it('with a key of one’s own in the table of keys is found all the same', async () => {
    const key = CheckpointKey.throwaway();
    await history.pool.query('INSERT INTO checkpoint_keys (key_id, public_key, first_used_at) VALUES ($1, $2, 1)', [
      key.keyId,
      key.publicKey,
    ]);
    const position = await forge('demo', { stream: 'review-x', type: 'ReviewApproved', data: {} }, key);
    expect(await segmentFindings()).toContainEqual(expect.objectContaining({ realm: 'demo', position }));
    expect(await started()).toMatchObject({ state: 'halted' });
  });

  it('is not gone on with when events stand there and no segment', async () => {
    const { position } = await history.store.head('demo');
    const columns = 'stream, version + 1000, type, schema, at, actor, correlation, causation, data, command';
    await asSuperuser(
      history.pool,
      `INSERT INTO events (realm, position, stream, version, type, schema, at, actor, correlation, causation, data, command, hash)
         SELECT realm, ${position + 1}, ${columns}, sha256('x') FROM events WHERE realm = 'demo' AND position = ${position};
       UPDATE realm_heads SET position = ${position + 1}, hash = sha256('x') WHERE realm = 'demo'`,
    );
    expect((await started()).problem).toContain(`no segment covers the events from ${position + 1} on`);
    expect(await segmentFindings()).toEqual([
      expect.objectContaining({ position: position + 1, what: 'no signed segment covers the events from here' }),
    ]);
  });

  it('that nobody touched is gone on with, and right to the audit', async () => {
    expect(await segmentFindings()).toEqual([]);
    expect(await started()).toEqual({ state: 'running', problem: null, answered: true });
  });
});

const last = `(SELECT max(number) FROM segments WHERE realm = 'demo')`;
const changes: [deed: string, sql: string, problem: RegExp][] = [
  [
    'a signature with a flipped bit',
    'signature = set_bit(signature, 9, 1 - get_bit(signature, 9))',
    /signature is not right/,
  ],
  ['other commands', `commands = convert_to('{"type":"X","events":1}', 'UTF8')`, /signature is not right/],
  ['commands that cannot be unpacked', `commands = '\\x28b52ffd00'`, /signature is not right/],
  ['a later instant', 'at = at + 1', /signature is not right/],
  ['a count that is cut off', 'count = count + 1', /signature is not right/],
  ['another lease', 'lease_epoch = lease_epoch + 1', /signature is not right/],
  ['another installation', `instance = 'x'`, /of another installation/],
  ['another place of the house realm', 'house_position = house_position + 1', /signature is not right/],
  ['another segment before it', `previous = sha256('x')`, /signature is not right/],
  ['a key that nobody has', `key_id = repeat('0', 16)`, /signed with 0{16}/],
];

describe('a segment that was changed', () => {
  it.each(changes)('to %s is found, and no server goes on with it', async (_, set, problem) => {
    await asSuperuser(history.pool, `UPDATE segments SET ${set} WHERE realm = 'demo' AND number = ${last}`);
    expect((await segmentFindings()).length).toBeGreaterThan(0);
    expect((await started()).problem).toMatch(problem);
  });

  it('by taking the last out is found, and no server goes on with it', async () => {
    await asSuperuser(history.pool, `DELETE FROM segments WHERE realm = 'demo' AND number = ${last}`);
    expect((await segmentFindings()).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^the head names segment \d+, and not the last/),
      'no signed segment covers the events from here',
    ]);
    expect((await started()).problem).toContain('no segment covers the events');
  });

  it('by adding a whole one behind the last event is found, and the audit comes to an end', async () => {
    const columns = `instance, first + count, count, lease_epoch, rules, house_position, house_hash, previous, commands, head, at, restored, key_id, signature`;
    await asSuperuser(
      history.pool,
      `INSERT INTO segments SELECT realm, number + 1, ${columns} FROM segments WHERE realm = 'demo' AND number = ${last}`,
    );
    expect((await segmentFindings()).map(({ what }) => what)).toContainEqual(
      expect.stringMatching(/^segment \d+ covers events that are not there$/),
    );
    expect((await started()).problem).toContain('its signature is not right');
  });

  it.each([
    ['number', 'segment = segment - 1'],
    ['hash', `header = sha256('x')`],
  ])('by another %s of the last in the head is found, and no server goes on with it', async (_, set) => {
    await asSuperuser(history.pool, `UPDATE realm_heads SET ${set} WHERE realm = 'demo'`);
    const { position } = await history.store.head('demo');
    expect(await segmentFindings()).toEqual([
      expect.objectContaining({
        realm: 'demo',
        position,
        what: expect.stringMatching(/^the head names segment \d+, and/),
      }),
    ]);
    expect(await started()).toMatchObject({ state: 'halted', answered: false });
  });

  it('by commands that say of themselves that a thousand million events follow is found at once', async () => {
    await asSuperuser(
      history.pool,
      `UPDATE segments SET commands = convert_to('{"type":"X","events":1000000000}', 'UTF8') WHERE realm = 'demo' AND number = ${last}`,
    );
    expect((await segmentFindings()).map(({ what }) => what)).toContainEqual(
      expect.stringMatching(/^segment \d+ does not have the commands of its \d+ events$/),
    );
  });

  it('by taking one out of the middle is found', async () => {
    await asSuperuser(history.pool, `DELETE FROM segments WHERE realm = 'demo' AND number = 2`);
    expect((await segmentFindings()).map(({ what }) => what)).toContain('segment 3: segment 2 is missing');
  });
});

describe('a snapshot that was changed', () => {
  const changes: [what: string, set: string][] = [
    ['state', `state = replace(state, '"', ' "')`],
    ['version', 'version = version - 1'],
    ['position', 'position = position - 1'],
    ['stream', `stream = 'spot-ETHUSDT'`],
    ['signature', 'signature = set_bit(signature, 9, 1 - get_bit(signature, 9))'],
  ];

  it.each(changes)('to another %s is not decided from', async (_, set) => {
    const store = new EventStore(history.pool, signer());
    const { schema = 0 } = spotKind.snapshot ?? {};
    expect(await store.latestSnapshot('demo', 'spot-BTCUSDT', schema)).toBeDefined();
    await asSuperuser(history.pool, `UPDATE snapshots SET ${set} WHERE realm = 'demo'`);
    const stream = set.includes('ETHUSDT') ? 'spot-ETHUSDT' : 'spot-BTCUSDT';
    await expect(store.latestSnapshot('demo', stream, schema)).rejects.toThrow(ForgedState);
  });
});

describe('a database that is older than what was signed', () => {
  const said: string[] = [];
  const accept = async (args = ['--reason', 'the disk broke\nat noon']): Promise<number> => {
    said.length = 0;
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    return restoreCli(args, history.url, { dataDir: history.folder }).finally(() => write.mockRestore());
  };

  /** As the server left it, then as it was before. */
  async function older(): Promise<void> {
    expect(await started()).toMatchObject({ answered: true });
    await restore(history.pool);
  }

  it('is not gone on with, and says what is missing', async () => {
    await older();
    const { position, segment } = await history.store.head('demo');
    const { state, problem } = await started();
    expect(state).toBe('halted');
    expect(problem).toContain(
      `older than what was signed: it ends with segment ${segment} at position ${position}, and segment ${segment + 1} ended at ${position + 1}`,
    );
  });

  it('in which a signed segment was written anew is not gone on with', async () => {
    expect(await started()).toMatchObject({ answered: true });
    const store = new EventStore(history.pool, signer());
    const before = await store.head('demo');
    await restore(history.pool);
    const other = { stream: 'note-x', type: 'ReviewApproved', data: {} };
    const position = await forge('demo', other, CheckpointKey.open(history.folder));
    expect(position).toBe(before.position);
    expect((await started()).problem).toContain(
      `segment ${before.segment}, up to position ${position}: it is not what`,
    );
  });

  it('is gone on with once somebody said so, once, and the history tells what was given up and why', async () => {
    await older();
    expect(await accept()).toBe(0);
    expect(said.join('')).toMatch(/^demo: the database is older than what was signed: .*\nWhat it lacks is given up/);
    expect(await started()).toEqual({ state: 'running', problem: null, answered: true });
    const { rows: told } = await history.pool.query<{ restored: string }>(
      `SELECT restored FROM segments WHERE realm = 'demo' AND number = ${last}`,
    );
    const { segment, position } = await history.store.head('demo');
    expect(told[0]?.restored).toMatch(new RegExp(`^${segment} ${position} [0-9a-f]{64} the disk broke at noon$`));
    expect(existsSync(join(history.folder, 'heads', 'restore.json'))).toBe(false);
    expect(await segmentFindings()).toEqual([]);
    const { pool, now } = history;
    const { restorations } = await verify({ pool, now: now + HOUR_MS, readModels: false, guards: false, trustedKey });
    expect(restorations).toEqual([{ realm: 'demo', position, text: told[0]?.restored }]);
    await restore(history.pool);
    expect(await started()).toMatchObject({ state: 'halted' });
  });

  it('is not gone on with when what was accepted was another one', async () => {
    await older();
    expect(await accept()).toBe(0);
    const other = { stream: 'note-x', type: 'ReviewApproved', data: {} };
    await forge('demo', other, CheckpointKey.open(history.folder));
    expect((await started()).state).toBe('halted');
  });

  it('that lacks a segment of the same number is gone on with once somebody said so', async () => {
    expect(await started()).toMatchObject({ answered: true });
    await restore(history.pool);
    const other = { stream: 'note-x', type: 'ReviewApproved', data: {} };
    await forge('demo', other, CheckpointKey.open(history.folder));
    expect(await started()).toMatchObject({ state: 'halted' });
    expect(await accept()).toBe(0);
    expect(said.join('')).toMatch(/^demo: segment \d+, up to position \d+: it is not what was signed\n/);
    expect(await started()).toEqual({ state: 'running', problem: null, answered: true });
    expect(await started()).toEqual({ state: 'running', problem: null, answered: true });
  });

  it('of another installation does not pass for a new one', async () => {
    expect(await started()).toMatchObject({ answered: true });
    const path = join(history.folder, 'heads', 'heads.json');
    const { instance } = (JSON.parse(readFileSync(path, 'utf8')) as { demo: { instance: string } }).demo;
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(instance, '0'.repeat(32)));
    expect((await started()).problem).toMatch(
      /^its history .*: the database is of another installation than segment \d+/,
    );
    expect(await accept()).toBe(0);
    expect(await started()).toEqual({ state: 'running', problem: null, answered: true });
  });

  it('is told apart from one whose newest heads cannot be read any more', async () => {
    expect(await started()).toMatchObject({ answered: true });
    const path = join(history.folder, 'heads', 'heads.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -9));
    expect((await started()).problem).toContain('heads.json cannot be read');
    expect(await accept()).toBe(0);
    expect(await started()).toEqual({ state: 'running', problem: null, answered: true });
    const { restored } =
      (
        await history.pool.query<{ restored: string }>(
          `SELECT restored FROM segments WHERE realm = 'demo' AND number = ${last}`,
        )
      ).rows[0] ?? {};
    expect(restored).toBe(`0 0 ${'0'.repeat(64)} the disk broke at noon`);
  });

  it('needs a reason, and nothing is given up of one that is not older', async () => {
    await older();
    expect([await accept([]), await accept(['--reason', ' ']), await accept(['demo'])]).toEqual([2, 2, 2]);
    expect(await started()).toMatchObject({ state: 'halted' });
    rmSync(join(history.folder, 'heads'), { recursive: true });
    expect(await accept()).toBe(1);
    expect(said.join('')).toContain('The database has all that was signed here.');
  });
});
