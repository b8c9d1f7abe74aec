import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { ContractHaltRunner } from '../../server/features/contract/delivery/contract-halt.runner.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { asSuperuser } from '../integration/tamper-history.js';
import { WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { audited, settled } from '../kit/verified.js';

const SYMBOL = 'BTCUSDT-PERP';
const REASON = 'The index of two venues differs';
const MINUTE_MS = 60_000;
const clock = new FakeClock(WEDNESDAY_NOON);
const market = { symbol: SYMBOL, type: 'market', quantity: '0.1' } as const;
let staff: Awaited<ReturnType<typeof startStaffed>>;
let started: StartedApp;
let holder: Trader;
let short: Trader;

beforeAll(async () => {
  staff = await startStaffed({ clock });
  ({ started } = staff);
  await staff.member('ann', 'risk');
  await staff.member('bob', 'risk');
  await pass(MINUTE_MS);
  holder = await trader();
  short = await trader();
  await holder.given('placeContractOrder', { ...market, side: 'buy', positionSide: 'long' });
  await short.given('placeContractOrder', { ...market, side: 'sell', positionSide: 'short' });
}, 120_000);
afterAll(() => started.close());

async function trader(): Promise<Trader> {
  const one = await Trader.demo(started);
  await one.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '5000' });
  return one;
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

const pool = () => started.app.get<Pool>(Pool, { strict: false });
const carriedOut = () => started.app.get(ContractHaltRunner, { strict: false }).done();
const propose = (name: string, form: object) =>
  staff.as(name).when('proposeContractHalt', { symbol: SYMBOL, reason: REASON, ...form } as never);

/** One proposes it and the other approves. */
async function decided(form: object, symbol = SYMBOL): Promise<string> {
  const { proposalId } = await propose('ann', { symbol, ...form }).then();
  await staff.as('bob').given('approveContractHalt', { symbol, proposalId });
  await carriedOut();
  return proposalId;
}

const titlesOf = async (one: Trader) => (await one.given('getMessages')).items.map(({ title }) => title);
const haltOf = async () => {
  const { contracts } = await holder.given('getContracts', { underlying: 'BTCUSDT' });
  return contracts.find(({ symbol }) => symbol === SYMBOL)?.halt;
};
const open = async (one: Trader) => (await one.given('getPositions', { symbol: SYMBOL })).positions;
const waiting = async () => (await staff.as('bob').given('queues')).find(({ name }) => name === 'contract-halts');

describe('a halt', () => {
  it('is refused in words where it cannot be', async () => {
    await propose('ann', { symbol: 'NOPE-PERP', change: 'halt', publicReason: 'index' }).then(
      'market.symbol-unknown',
      'NOPE-PERP',
    );
    await propose('ann', { change: 'halt' }).then('422 halt.reason-missing', 'Choose the reason that users will read.');
    await propose('ann', { change: 'resume' }).then('409 halt.not-halted', 'This contract is traded. Halt it first.');
    await propose('ann', { change: 'settle' }).then('409 halt.not-halted', 'Halt it first.');
  });

  it('waits for another person, and the same key twice is one proposal', async () => {
    const form = { change: 'halt', publicReason: 'index', requestToken: 'halt-key-1' };
    const { proposalId } = await propose('ann', form).then();
    await propose('ann', form).then({ proposalId });
    await propose('bob', { change: 'halt', publicReason: 'technical' }).then(
      '409 halt.other-proposal',
      'Another proposal waits for this contract.',
    );
    expect(await waiting()).toMatchObject({ count: 1, filter: { status: 'proposed' } });
    const named = { symbol: SYMBOL, proposalId };
    await staff
      .as('ann')
      .when('approveContractHalt', named)
      .then('403 halt.own-proposal', 'You proposed this. Another risk account must decide.');
    await staff
      .as('bob')
      .when('withdrawContractHalt', { ...named, reason: REASON })
      .then('403 halt.not-your-proposal');
    expect(await haltOf()).toBeNull();
    await staff
      .as('bob')
      .when('rejectContractHalt', { ...named, reason: REASON })
      .then(named);
    await staff.as('bob').when('approveContractHalt', named).then('409 halt.decided', 'This was decided already.');
    const unknown = { ...named, proposalId: proposalId.replace(/.{4}$/, '0000') };
    await staff.as('bob').when('approveContractHalt', unknown).then('404 halt.not-found');
  });

  it('stops orders and liquidations, says why to everybody, and tells those who have something in it', async () => {
    const rests = { symbol: SYMBOL, side: 'buy', positionSide: 'long', type: 'limit', quantity: '0.01' } as const;
    const price = `${Math.floor(Number((await open(holder))[0]?.markPrice ?? '0') * 0.97)}`;
    const { orders } = await holder.given('placeContractOrder', { ...rests, price });
    await decided({ change: 'halt', publicReason: 'index' });
    expect(await haltOf()).toEqual({ reason: 'index', haltedAt: clock.now(), settlementPrice: null });
    const again = { change: 'halt', publicReason: 'index' };
    await propose('ann', again).then('409 halt.already-halted', 'Trading in this contract is halted already.');
    await holder
      .when('placeContractOrder', { ...market, side: 'buy', positionSide: 'long' })
      .then('halt.trading-halted', `Trading in ${SYMBOL} is halted. See the reason on its page.`);
    await short.when('closePosition', { symbol: SYMBOL, side: 'short' }).then('halt.trading-halted');
    for (const one of [holder, short]) await eventually(() => titlesOf(one)).toContain(`Trading halted: ${SYMBOL}`);
    const [message] = (await holder.given('getMessages')).items;
    expect(message?.body).toBe(
      'Its index price is in doubt. You can’t trade this contract and you aren’t liquidated in it. You can cancel orders. No funding is charged meanwhile.',
    );
    await pass(5 * MINUTE_MS);
    expect(await open(holder)).toHaveLength(1);
    await holder.given('cancelContractOrder', { symbol: SYMBOL, orderId: orders[0]?.orderId ?? '' });
  });

  it('charges no funding while it lasts', async () => {
    await pass(DEFAULT_EPOCH_MS);
    await pass(MINUTE_MS);
    const { rows } = await pool().query(`SELECT FROM events WHERE realm = 'demo' AND type = 'ContractFunded'`);
    expect(rows).toEqual([]);
    expect((await open(holder))[0]).toMatchObject({ funding: '0', fundingOwed: '0' });
  });

  it('ends when two people resume it, once', async () => {
    await decided({ change: 'resume' });
    expect(await haltOf()).toBeNull();
    for (const one of [holder, short]) await eventually(() => titlesOf(one)).toContain(`Trading resumed: ${SYMBOL}`);
    await pass(MINUTE_MS);
    await holder.given('placeContractOrder', { ...market, quantity: '0.01', side: 'buy', positionSide: 'long' });
    // The audit below looks for fundings that were due before it.
    const other = await trader();
    await other.given('placeContractOrder', { ...market, side: 'buy', positionSide: 'long' });
    await other.given('closePosition', { symbol: SYMBOL, side: 'long', quantity: '0.01' });
  });
});

describe('a roll', () => {
  it('into a contract that is halted is refused, and says so', async () => {
    const one = await Trader.demo(started);
    await one.given('transfer', { from: 'spot', to: 'futures', currency: 'USDT', amount: '5000' });
    const { contracts } = await one.given('getContracts', { underlying: 'BTCUSDT' });
    const [, from = '', to = ''] = contracts.map(({ symbol }) => symbol);
    await one.given('placeContractOrder', { ...market, symbol: from, side: 'buy', positionSide: 'long' });
    await decided({ change: 'halt', publicReason: 'technical' }, to);
    const halted = `Trading in ${to} is halted. See the reason on its page.`;
    const { problems } = await one.given('previewRoll', { symbol: from, side: 'long' });
    expect(problems.map(({ message }) => message)).toEqual([halted]);
    await one.when('rollPosition', { symbol: from, side: 'long' }).then('halt.trading-halted', halted);
    await decided({ change: 'resume' }, to);
    await one.given('rollPosition', { symbol: from, side: 'long' });
  });
});

describe('a settlement', () => {
  it('closes every position at the average index before the halt, and ends the contract', async () => {
    await decided({ change: 'halt', publicReason: 'technical' });
    const haltedAt = clock.now();
    await pass(10 * MINUTE_MS);
    const proposalId = await decided({ change: 'settle' });
    const row = await staff.as('bob').given('contract-halts/:id', { id: proposalId });
    expect(row).toMatchObject({ change: 'settle', status: 'approved', proposedByName: 'ann', decidedByName: 'bob' });
    expect(await haltOf()).toEqual({ reason: 'technical', haltedAt, settlementPrice: row.price });
    for (const one of [holder, short]) {
      expect(await open(one)).toEqual([]);
      const [past] = (await one.given('getPositionHistory', { symbol: SYMBOL })).items;
      expect(past).toMatchObject({ label: 'closed', closePrice: row.price });
      await eventually(() => titlesOf(one)).toContain(`${SYMBOL} settled`);
    }
    await holder
      .when('placeContractOrder', { ...market, side: 'buy', positionSide: 'long' })
      .then('halt.contract-settled', `${SYMBOL} was settled and isn’t traded any more.`);
    await propose('ann', { change: 'resume' }).then('409 halt.settled', 'This contract was settled.');
  });

  it('stands in the history with its name, and the audit reckons all of it again', async () => {
    const { rows } = await pool().query<{ type: string; cause: string }>(
      `SELECT DISTINCT type, data::jsonb->>'cause' AS cause FROM events
        WHERE realm = 'demo' AND type IN ('PositionClosed', 'ContractSettled') AND data::jsonb->>'symbol' = $1 ORDER BY type`,
      [SYMBOL],
    );
    expect(rows).toEqual([
      { type: 'ContractSettled', cause: 'settlement' },
      { type: 'PositionClosed', cause: 'settlement' },
    ]);
    await settled(started.app);
    const findings = async () => (await audited(pool(), clock.now())).findings;
    expect(await findings()).toEqual([]);
  }, 60_000);

  it('has the price that the seeds give, and names one that they do not', async () => {
    const { calendars } = readCatalogue();
    // The settlement, and the funding that the halt left out.
    const epoch = epochOf(WEDNESDAY_NOON + DEFAULT_EPOCH_MS, DEFAULT_EPOCH_MS);
    await pass(DEFAULT_EPOCH_MS);
    await pass(MINUTE_MS);
    const differences = async () => {
      const found = await auditMarket({ pool: pool(), epoch, symbols: ['BTCUSDT'], calendars, now: clock.now() });
      if (typeof found === 'string') throw new Error(found);
      return found.differences.map(({ what, found: text }) => `${what} ${text}`);
    };
    expect(await differences()).toEqual([]);
    const priced = (from: string, to: string) =>
      asSuperuser(
        pool(),
        `UPDATE events SET data = replace(data, '"price":"${from}"', '"price":"${to}"')
          WHERE realm = 'demo' AND type = 'ContractSettled'`,
      );
    const { rows } = await pool().query<{ price: string }>(
      `SELECT data::jsonb->>'price' AS price FROM events WHERE realm = 'demo' AND type = 'ContractSettled'`,
    );
    const price = rows[0]?.price ?? '';
    await priced(price, '7');
    const wrong = await differences();
    await priced('7', price);
    expect(wrong).toEqual(['contract settlement at 7']);
  }, 60_000);

  it('has a finding where one person approved what they had proposed', async () => {
    const falsify = (from: string) =>
      asSuperuser(
        pool(),
        `UPDATE events SET data = replace(data, '"approvedBy":"' || (data::jsonb->>'approvedBy') || '"',
            '"approvedBy":"${from}"')
          WHERE realm = 'house' AND type = 'SettlementApproved'`,
      );
    const { rows } = await pool().query<{ proposed: string; approved: string }>(
      `SELECT data::jsonb->>'proposedBy' AS proposed, data::jsonb->>'approvedBy' AS approved FROM events
        WHERE realm = 'house' AND type = 'SettlementApproved'`,
    );
    const { proposed, approved } = rows[0] ?? { proposed: '', approved: '' };
    await falsify(proposed);
    const { findings } = await audited(pool(), clock.now());
    await falsify(approved);
    expect(findings.map(({ check, what }) => `${check}: ${what}`).join('\n')).toContain(
      `contracts: ${SYMBOL}: SettlementApproved would be refused: halt.own-proposal`,
    );
  }, 60_000);
});
