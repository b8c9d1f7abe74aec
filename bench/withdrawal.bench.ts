import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { KnownPolicies } from '../contracts/policy.contract.js';
import { WITHDRAWAL_PRESETS } from '../contracts/withdrawal.contract.js';
import { OpenDebts } from '../server/core/ports/open-debts.js';
import type { AccountGate } from '../server/core/ports/account-gate.js';
import type { ChainNetwork, SimulatedChain } from '../server/core/ports/chain.js';
import { systemClock } from '../server/core/clock.js';
import { handle } from '../server/core/command.js';
import { commandOf } from '../server/core/command.testkit.js';
import type { StreamKind } from '../server/core/decider.js';
import { randomIds } from '../server/core/ids.js';
import { amount } from '../shared/money.js';
import type { Payees } from '../server/core/ports/payees.js';
import type { PolicySource } from '../server/core/ports/policy-source.js';
import { isRefusal } from '../server/core/refusal.js';
import { openPool } from '../server/engine/history/database.js';
import { declareEventTypes } from '../server/engine/history/event-types.js';
import { TurnoverQuery } from '../server/features/withdrawal/turnover.query.js';
import { withdrawalHandlers } from '../server/features/withdrawal/withdrawal.handler.js';
import { WithdrawalLookup } from '../server/features/withdrawal/withdrawal.lookup.js';
import { submissionProblems } from '../server/features/withdrawal/withdrawal.decider.js';
import { PayeeSealer } from '../server/features/withdrawal/withdrawal.payee.js';
import { migrate } from '../server/engine/history/migrate.js';
import { openVault } from '../server/engine/vault/vault.js';
import { allProjections } from '../server/features.js';
import { ProjectionRunner } from '../server/engine/projections/runner.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { Writers } from '../server/engine/writer/writers.js';
import { row, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';
import { percentile } from './steady.js';
import { signedStore } from '../server/engine/history/signed-store.testkit.js';

const PEOPLE = 200;
const PER_SECOND = 100;
const ROUNDS = 3;
const ROUND_SECONDS = 8;
const P95_MS_MAX = 50;
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

declareEventTypes({ type: 'BenchGranted', schema: 1 });
const nothing: StreamKind<unknown> = { name: 'bench', initial: () => null, evolve: (state) => state };
const grant = handle(commandOf<{ ownerId: string }, null>('BenchGrant'), {
  realms: ['real'],
  scope: ({ ownerId }) => ({ streams: [[nothing, ownerId]] }),
  decide: (_view, { ownerId }) => {
    const sum = amount('100000000');
    const postings = [
      { account: 'house/market-maker', asset: 'USDT', amount: -sum },
      { account: `user/${ownerId}/spot/available`, asset: 'USDT', amount: sum },
    ];
    return {
      events: [{ stream: `bench-${ownerId}`, type: 'BenchGranted', schema: 1, data: {}, postings }],
      answer: null,
    };
  },
});

/**
 * Withdrawals at a steady rate, from the checked form to the durable answer: payee opened and sealed, turnover read from its read
 * model, the problems of a preview, the command. The trade password is left out: its hashing is the log-in's (`login` measures
 * it). The peer is a durable insert of one row at the same rate, in rounds that take turns on the same PostgreSQL.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  const url = await place.database('glassbook');
  await migrate(url);
  const pool = openPool(url, 10, { pipeline: true });
  const parts = await running(pool);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE inserts (id bigserial PRIMARY KEY, payload text NOT NULL)');
    const insert = async () =>
      void (await client.query({
        name: 'i',
        text: 'INSERT INTO inserts (payload) VALUES ($1)',
        values: ['x'.repeat(400)],
      }));
    await atRate(parts.request);
    const [ours, peers]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      peers.push(...(await atRate(insert)));
      ours.push(...(await atRate(parts.request)));
    }
    return [
      row({
        name: `withdrawal request to durable, p95 at ${PER_SECOND} a second`,
        ours: percentile(ours, 0.95),
        peer: P95_MS_MAX,
        unit: 'ms',
        atMost: 1,
        note: `peer: the limit; p50 ${percentile(ours, 0.5).toFixed(1)} ms over ${ours.length}; beside it a one-row durable insert p95 ${percentile(peers, 0.95).toFixed(1)} ms`,
      }),
    ];
  } finally {
    await parts.stop();
    await client.end();
    await pool.end();
    await place.close();
  }
}

async function running(pool: pg.Pool) {
  const store = signedStore(pool);
  const quiet = {
    info: () => undefined,
    warn: () => undefined,
    error: (text: string) => process.stderr.write(`${text}\n`),
  };
  const gate: AccountGate = { stream: (id) => [nothing, id], refusal: () => undefined, nationality: () => null };
  const hold = { stream: gate.stream, closed: () => undefined };
  const payees = addressBook();
  const debts = new OpenDebts([]);
  const handlers = new CommandHandlers().register(grant as never, ...withdrawalHandlers({ gate, payees, hold, debts }));
  const writers = new Writers(store, handlers, quiet, ['real']);
  await writers.start();
  const projections = new ProjectionRunner({ pool, source: store, projections: allProjections, log: quiet });
  await projections.start();
  const vault = await openVault(pool, { personalKey: randomBytes(32).toString('base64'), dataDir: '' });
  const prices = { priceUsdt: () => amount('1'), priceUsdtAt: () => amount('1') };
  const keeper = new PayeeSealer(payees, vault, CHAIN);
  const turnover = new TurnoverQuery(pool, projections, prices);
  const lookup = new WithdrawalLookup(
    ...([pool, writers, POLICIES, prices, CHAIN, payees, gate, hold] as const),
    ...([debts, keeper, turnover, vault, systemClock, randomIds] as const),
  );
  for (let n = 0; n < PEOPLE; n += 1) {
    const { userId, ownerId } = personOf(n);
    await writers.execute('real', { type: 'BenchGrant', data: { ownerId }, at: Date.now(), actor: 'timer' });
    await vault.seal(userId, 'withdrawal.payee', 'warm');
  }
  const form = { kind: 'crypto', payeeId: 'payee-1', currency: 'USDT', network: 'ERC20', amount: '1234.56' } as const;
  let requests = 0;
  const request = async (): Promise<void> => {
    const person = personOf((requests += 1) % PEOPLE);
    const sent = await lookup.request(person, form, { userAgent: 'bench', mark: 'bench' });
    if (isRefusal(sent)) throw new Error(sent.refusal);
    const [problem] = submissionProblems(sent, await lookup.eligibility(person, form));
    const command = { type: 'SubmitWithdrawal', data: { ...sent, problem: problem ?? null }, at: Date.now() };
    const done = await writers.execute('real', {
      ...command,
      actor: `user:${person.userId}`,
      requestToken: { key: `bench-${requests}` },
    });
    if (!done.ok) throw new Error(done.refusal.refusal);
  };
  const stop = async (): Promise<void> => {
    await projections.stop();
    await writers.close();
  };
  return { request, stop };
}

const personOf = (n: number) => ({ userId: `real-bench${n}`, ownerId: `real-bench${n}.1` });

/** Every hour of every day, and as many requests as the bench makes. */
const RULES = { ...WITHDRAWAL_PRESETS.documented, windowFrom: '00:00', perDay: 1000 };
const POLICIES = {
  inForce: (name: string) => ({ name, version: 1, values: name === 'withdrawal.rules' ? RULES : { paused: false } }),
} as unknown as PolicySource<KnownPolicies>;

const NETWORK = { id: 'ERC20', assets: [['USDT', 6]], feeAsset: 'ETH' } as unknown as ChainNetwork;
const CHAIN = {
  network: () => NETWORK,
  normalAddress: (_network: string, address: string) => address.toLowerCase(),
} as unknown as SimulatedChain;

function addressBook(): Payees {
  const entry = {
    id: 'payee-1',
    currency: 'USDT',
    network: 'ERC20',
    address: ETHEREUM,
    tag: null,
    label: 'Cold wallet',
  };
  return {
    stream: (userId) => [nothing, userId],
    refusal: () => undefined,
    address: () => Promise.resolve({ ...entry, addedAt: 0, usableAt: 0 }),
    card: () => Promise.resolve(undefined),
    newestCard: () => Promise.resolve(undefined),
    paymentSettings: () => Promise.resolve(null),
  };
}

/** Sends at a steady rate, without waiting for answers; returns the latencies. */
async function atRate(work: () => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < PER_SECOND * ROUND_SECONDS; n += 1) {
    const due = startedAt + (n * 1000) / PER_SECOND;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    running.push(work().then(() => void took.push(performance.now() - due)));
  }
  await Promise.all(running);
  return took;
}
