import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import type { Finding } from '../../server/audit/findings.js';
import { verify } from '../../server/audit/verify.js';
import type { Command } from '../../server/core/decider.js';
import type { NewEvent, RecordedEvent } from '../../server/core/event.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { encode } from '../../server/engine/history/codec.js';
import { commandDigest, commandLine } from '../../server/engine/history/command-line.js';
import { EventStore, type StoredDue } from '../../server/engine/history/event-store.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { accountHandlers } from '../../server/features/account/account.handler.js';
import { DEMO_RULES } from '../../server/features/account/account.testkit.js';
import { amount } from '../../shared/money.js';
import { openHistory, restore } from './tamper-history.js';

const HOUR_MS = 3_600_000;
let history: Awaited<ReturnType<typeof openHistory>>;

beforeAll(async () => {
  history = await openHistory();
}, 60_000);

afterAll(async () => {
  rmSync(history.folder, { recursive: true });
  await history.close();
});

afterEach(() => restore(history.pool));

/** By someone with the database and the key: hashes, postings and signatures are right. Answers the first position. */
async function forge(command: Command, events: readonly NewEvent[], due: readonly StoredDue[] = []): Promise<number> {
  const store = new EventStore(history.pool, new SegmentSigner(CheckpointKey.open(history.folder)));
  const realm = 'demo';
  const after = await store.head(realm);
  const at = Math.max(command.at, after.at);
  const { position: house } = await store.head('house');
  const mark = (key: string): string => store.mark(key);
  const line = commandLine(command, { at, house, events: events.length, due, mark });
  const versions = new Map<string, number>();
  const recorded = events.map((event, index): RecordedEvent => {
    const version = (versions.get(event.stream) ?? 0) + 1;
    versions.set(event.stream, version);
    const position = after.position + 1 + index;
    return {
      ...event,
      realm,
      position,
      version,
      at,
      actor: command.actor,
      correlation: 'call-x',
      causation: 'call-x/X',
    };
  });
  let { hash } = after;
  const rows = recorded.map((event) => {
    const row = encode(event, hash, commandDigest(line));
    hash = row.hash;
    return row;
  });
  const encoded = { rows, commands: [line] };
  await store.append(history.pool, {
    realm,
    leaseEpoch: after.leaseEpoch,
    after,
    events: recorded,
    answers: [],
    encoded,
  });
  return after.position + 1;
}

async function decisions(): Promise<readonly Finding[]> {
  const { pool, now } = history;
  const trustedKey = CheckpointKey.open(history.folder).publicKey.toString('hex');
  const { findings } = await verify({ pool, now: now + HOUR_MS, readModels: false, guards: false, trustedKey });
  expect(findings.filter(({ check }) => check === 'segments')).toEqual([]);
  return findings.filter(({ check }) => check === 'decisions');
}

const EVE = 'demo-eve';
const OPEN: Command = {
  type: 'OpenDemo',
  data: { userId: EVE, name: EVE, lang: 'en', rules: DEMO_RULES },
  at: 0,
  actor: `user:${EVE}`,
};

/** What the command gives, each amount by that much of what it is. */
async function opened(times = 1n) {
  const { at } = await history.store.head('demo');
  const realm = new MemoryRealm('demo', new CommandHandlers().register(...accountHandlers));
  const { ok } = realm.execute({ ...OPEN, at });
  expect(ok).toBe(true);
  const events = realm.events.map(({ stream, type, schema, data, postings }): NewEvent => {
    const event = { stream, type, schema, data };
    if (postings === undefined) return event;
    return { ...event, postings: postings.map((line) => ({ ...line, amount: line.amount * times })) };
  });
  const due = [...realm.due.values()].map(({ cause, ...one }) => one);
  return { events, due };
}

describe('a history by someone with the database and the key', () => {
  it('is decided again to the same events where nobody touched it', async () => {
    const { pool, now } = history;
    const report = await verify({ pool, now: now + HOUR_MS, readModels: false, guards: false });
    expect(report.findings).toEqual([]);
    expect(report.redecided).toBeGreaterThan(2);
    expect(Object.keys(report.attested)).toEqual(['PlaceSpotOrder: market']);
  });

  it('with a command and what it gives is right', async () => {
    const { events, due } = await opened();
    await forge(OPEN, events, due);
    expect(await decisions()).toEqual([]);
  });

  it('with a command that the program does not know is found', async () => {
    const postings = [
      { account: `user/${EVE}.1/spot/available`, asset: 'BTC', amount: amount('10') },
      { account: 'house/market-maker', asset: 'BTC', amount: amount('-10') },
    ];
    const position = await forge({ ...OPEN, type: 'GiveMe' }, [
      { stream: 'conversion-x', type: 'FundsConverted', schema: 1, data: {}, postings },
    ]);
    expect(await decisions()).toContainEqual(
      expect.objectContaining({ position, what: 'GiveMe cannot be decided again: no handler for GiveMe' }),
    );
  });

  it('with more money than the rules give is found', async () => {
    const { events } = await opened(9n);
    const position = await forge(OPEN, events);
    const [finding] = await decisions();
    expect(finding).toMatchObject({ realm: 'demo', position });
    expect(finding?.what).toBe('DemoOpened of OpenDemo has another movement of money when decided again');
  });

  it('with an event that the command does not give is found', async () => {
    const { events } = await opened();
    const more = { stream: `account-${EVE}`, type: 'DemoExpired', schema: 1, data: { userId: EVE, postings: [] } };
    await forge(OPEN, [...events, more]);
    expect((await decisions())[0]?.what).toBe(
      `OpenDemo has ${events.length + 1} events, and ${events.length} when decided again`,
    );
  });

  it('with a refused command that stands there as if it was carried out is found', async () => {
    const { events } = await opened();
    const twice = { ...OPEN, data: { ...(OPEN.data as object), userId: 'demo-bob' } };
    await forge(twice, events);
    expect((await decisions())[0]?.what).toBe('OpenDemo is refused when decided again: account.already-logged-in');
  });

  it('with a timer that the command does not ask for is found', async () => {
    const { events } = await opened();
    await forge(OPEN, events, [{ id: 'x', dueAt: 1, type: 'ExpireDemo', data: '{}' }]);
    expect((await decisions())[0]?.what).toBe('OpenDemo put off something else than when decided again');
  });

  const sentBy = (id: string, data: object): Command => ({
    type: 'ExpireDemo',
    data,
    at: 0,
    actor: 'timer',
    requestToken: { key: `due:${id}` },
  });

  it('with a timer that no command had put off is found', async () => {
    const { events, due } = await opened();
    await forge(OPEN, events, due);
    const [waiting] = due;
    if (waiting === undefined) throw new Error('an opened account ends some day');
    const data = JSON.parse(waiting.data) as { userId: string };
    const ended = [{ stream: 'review-x', type: 'ReviewApproved', schema: 1, data: {} }];
    const position = await forge(sentBy(waiting.id, { ...data, userId: 'demo-bob' }), ended);
    expect(await decisions()).toContainEqual({
      ...{ realm: 'demo', check: 'decisions', position },
      what: `ExpireDemo (${waiting.id}) was sent by a timer, and no command had put it off`,
    });
  });

  it('with a command that says of a timer what somebody sent is found', async () => {
    const { events } = await opened();
    await forge({ ...OPEN, requestToken: { key: 'due:x' } }, events);
    expect((await decisions())[0]?.what).toBe('OpenDemo says that a timer sent it, and user:demo-eve did');
  });

  it('with a policy that no program could read decides nothing, and the audit goes on', async () => {
    const { pool, store, now } = history;
    const after = await store.head('house');
    const place = { realm: 'house', position: after.position + 1, version: 1, at: after.at, actor: 'timer' };
    const data = { name: 'fees', version: 99, values: 'none' };
    const event = { stream: 'policy-fees-x', type: 'PolicyPublished', schema: 1, data, ...place };
    const events = [{ ...event, correlation: 'call-x', causation: 'call-x/X' }];
    await store.append(pool, { realm: 'house', leaseEpoch: after.leaseEpoch, after, events, answers: [] });
    const report = await verify({ pool, now: now + HOUR_MS, readModels: false, guards: false });
    expect(report.findings).toContainEqual(expect.objectContaining({ realm: 'house', position: place.position }));
    expect(report.redecided).toBeGreaterThan(2);
  });
});
