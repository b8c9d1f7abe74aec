import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
  seal.flush();
  return { state, problem, answered: ok };
}

/** By whoever has the database and knows the program: hashes, postings and head are right. */
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
    expect((await segmentFindings()).length).toBe(1);
    expect((await started()).problem).toContain('no segment covers the events');
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
    expect(said.join('')).toMatch(/^demo: segments (\d+) to \1, positions (\d+) to \2\nThese are given up/);
    expect(await started()).toEqual({ state: 'running', problem: null, answered: true });
    const { rows: told } = await history.pool.query<{ restored: string }>(
      `SELECT restored FROM segments WHERE realm = 'demo' AND number = ${last}`,
    );
    const { segment, position } = await history.store.head('demo');
    expect(told[0]?.restored).toMatch(new RegExp(`^${segment} ${position} [0-9a-f]{64} the disk broke at noon$`));
    expect(existsSync(join(history.folder, 'heads', 'restore.json'))).toBe(false);
    expect(await segmentFindings()).toEqual([]);
    await restore(history.pool);
    expect(await started()).toMatchObject({ state: 'halted' });
  });

  it('needs a reason, and nothing is given up of one that is not older', async () => {
    await older();
    expect([await accept([]), await accept(['--reason', ' ']), await accept(['demo'])]).toEqual([2, 2, 2]);
    expect(await started()).toMatchObject({ state: 'halted' });
    rmSync(join(history.folder, 'heads'), { recursive: true });
    expect(await accept()).toBe(1);
    expect(said.join('')).toContain('not older than what was signed');
  });
});
