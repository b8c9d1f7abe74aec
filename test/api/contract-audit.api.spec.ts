import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type {
  LiquidationRiskView,
  StaffFundingRunRow,
  StaffInsuranceRow,
  StaffLiquidationRow,
  StaffOpenInterestView,
} from '../../contracts/contract.staff.contract.js';
import type { PositionEventsView, PositionEventView } from '../../contracts/contract.position.contract.js';
import { auditMarket, type MarketAudit } from '../../server/audit/market.js';
import { verify } from '../../server/audit/verify.js';
import { FakeClock } from '../../server/core/clock.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { amount, format, over, roundTo, times } from '../../shared/money.js';
import { recomputed } from '../../shared/position-check.js';
import { asSuperuser } from '../integration/tamper-history.js';
import type { StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

/** An hour before a funding and a delivery. */
const STARTS_AT = Date.UTC(2026, 10, 27, 7);
const DELIVERS_AT = Date.UTC(2026, 10, 27, 8);
const PERPETUAL = 'SOLUSDT-PERP';
const DELIVERY = 'SOLUSDT-261127';
const STEP_MS = 30_000;
const clock = new FakeClock(STARTS_AT);
/** When the mark price had reached one of the positions. */
let endedAt: number;
let staff: Awaited<ReturnType<typeof startStaffed>>;
let started: StartedApp;
let demo: Trader;

beforeAll(async () => {
  staff = await startStaffed({ clock });
  ({ started } = staff);
  started.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
  await history();
}, 240_000);
afterAll(() => started.close());

const pool = () => started.app.get<Pool>(Pool, { strict: false });

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

/** Long and short at a hundred times in the perpetual contract, until one is liquidated, and a long in one that delivers. */
async function history(): Promise<void> {
  demo = await Trader.demo(started);
  for (const to of ['contract', 'futures'])
    await demo.given('transfer', { from: 'spot', to, currency: 'USDT', amount: '1000' });
  await demo.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
  await demo.given('setLeverage', { symbol: PERPETUAL, leverage: '100' });
  const market = { type: 'market', quantity: '5' };
  await demo.given('placeContractOrder', { ...market, symbol: PERPETUAL, side: 'buy', positionSide: 'long' });
  await demo.given('placeContractOrder', { ...market, symbol: PERPETUAL, side: 'sell', positionSide: 'short' });
  await demo.given('placeContractOrder', { ...market, symbol: DELIVERY, side: 'buy', positionSide: 'long' });
  await demo.given('closePosition', { symbol: DELIVERY, side: 'long', quantity: '2' });
  while (clock.now() < DELIVERS_AT + STEP_MS) await pass(STEP_MS);
  const open = async () => (await demo.given('getPositions', { symbol: PERPETUAL })).positions;
  while ((await open()).length === 2 && clock.now() < DELIVERS_AT + 2 * DEFAULT_EPOCH_MS - STEP_MS) await pass(STEP_MS);
  endedAt = clock.now();
  // So that the other side stays.
  for (const { side } of await open())
    await demo.given('adjustPositionMargin', { symbol: PERPETUAL, side, amount: '500' });
  // To the next epoch, so that all of it is revealed.
  await pass((epochOf(endedAt, DEFAULT_EPOCH_MS) + 1) * DEFAULT_EPOCH_MS - STEP_MS - clock.now());
  await pass(2 * STEP_MS);
}

/** Changes the first event of a type, looks, and puts it back to the byte. */
async function falsified<Found>(type: string, fields: Readonly<Record<string, string>>, look: () => Promise<Found>) {
  const changes = Object.entries(fields).map(([field, value]) => `'{${field}}', '${value}'`);
  const data = changes.reduce((sql, change) => `jsonb_set(${sql}, ${change})`, 'data::jsonb');
  await asSuperuser(pool(), `CREATE TABLE kept AS SELECT realm, position, data FROM events WHERE type = '${type}'`);
  await asSuperuser(
    pool(),
    `UPDATE events SET data = (${data})::text
      WHERE (realm, position) IN (SELECT realm, min(position) FROM events WHERE type = '${type}' GROUP BY realm)`,
  );
  const found = await look();
  await asSuperuser(
    pool(),
    `UPDATE events SET data = kept.data FROM kept
      WHERE kept.realm = events.realm AND kept.position = events.position AND kept.data <> events.data`,
  );
  await asSuperuser(pool(), 'DROP TABLE kept');
  return found;
}

async function wrongs(): Promise<string[]> {
  const { findings } = await verify({ pool: pool(), now: clock.now(), readModels: false, guards: false });
  return findings.filter(({ check }) => check === 'contracts').map(({ what }) => what);
}

async function audits(): Promise<MarketAudit[]> {
  const { calendars } = readCatalogue();
  const [first, last] = [STARTS_AT, endedAt].map((at) => epochOf(at, DEFAULT_EPOCH_MS)) as [number, number];
  const epochs = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const now = clock.now();
  const found = await Promise.all(
    epochs.map((epoch) => auditMarket({ pool: pool(), epoch, symbols: ['SOLUSDT'], calendars, now })),
  );
  return found.map((audit) => {
    if (typeof audit === 'string') throw new Error(audit);
    return audit;
  });
}

/** A position as its owner reads it, in pages of three, and computes it from what each event gives. */
async function logOf(symbol: string, side: 'long' | 'short') {
  const events: PositionEventView[] = [];
  let lotSize = '0';
  for (let cursor: string | null = ''; cursor !== null;) {
    const asked = { symbol, side, number: '1', limit: '3', ...(cursor !== '' && { cursor }) };
    const page: PositionEventsView = await demo.given('getPositionEvents', asked);
    events.push(...page.items);
    ({ lotSize, nextCursor: cursor } = page);
  }
  const sign = side === 'long' ? 1n : -1n;
  const up = (value: bigint): bigint => roundTo(value, 8, 'up');
  const owedOf = ({ before, quantity }: Extract<PositionEventView, { quantity: string }>, index: bigint): bigint => {
    const owed = sign * times(amount(quantity), index - amount(before?.fundingIndex ?? '0'), 'half-even');
    return roundTo(owed, 8, owed > 0n ? 'up' : 'down');
  };
  /** By nothing but the formulas that the API describes. */
  const isComputed = (event: PositionEventView): void => {
    const { before } = event;
    if (event.kind === 'funded') {
      const charges = event.fundings.map(({ rate, markPrice }) => times(amount(rate), amount(markPrice), 'half-even'));
      const index = charges.reduce((sum, each) => sum + each, amount(before?.fundingIndex ?? '0'));
      expect(format(index)).toBe(event.index);
      expect(format(owedOf(event, index))).toBe(event.paid);
    }
    if (event.kind === 'liquidation') {
      const { notional, bracket, takerRate, marginBalance, maintenanceMargin, closingFee } = event;
      const pnl = sign * (amount(notional) - amount(before?.entryNotional ?? '0'));
      const balance = amount(before?.margin ?? '0') - owedOf(event, amount(event.fundingIndex)) + pnl;
      const needed = up(times(amount(notional), amount(bracket?.rate ?? '0'), 'up') - amount(bracket?.amount ?? '0'));
      const fee = up(times(amount(notional), amount(takerRate ?? '0'), 'up'));
      expect([balance, needed, fee].map(format)).toEqual([marginBalance, maintenanceMargin, closingFee]);
      expect(balance <= needed + fee).toBe(true);
    }
    if (event.kind === 'reduced' || event.kind === 'closed') {
      const cost = (amount(before?.entryNotional ?? '0') * BigInt(event.lots)) / BigInt(before?.lots ?? 1);
      expect(format(sign * (times(amount(event.price), amount(event.quantity), 'half-even') - cost))).toBe(
        event.realised,
      );
    }
    // As the screen computes it.
    const figures = recomputed(event, { side, lotSize });
    expect(figures.map(({ computed }) => computed)).toEqual(figures.map(({ stated }) => stated));
  };
  return { events: events.reverse(), isComputed };
}

type Liquidated = Pick<
  StaffLiquidationRow,
  'step' | 'markPrice' | 'marginBalance' | 'maintenanceMargin' | 'notional' | 'lots'
>;

describe('a history with a position that is opened, funded, liquidated and settled', () => {
  it('has all of it', async () => {
    const { rows } = await pool().query<{ type: string }>(`SELECT DISTINCT type FROM events WHERE realm = 'demo'`);
    const wanted = ['PositionOpened', 'PositionWarned', 'ContractFunded', 'PositionFunded', 'PositionLiquidated'];
    expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining([...wanted, 'ContractSettled']));
  });

  it('is what staff see: positions, what is open by contract, and each step of the liquidation with its figures', async () => {
    const read = () => Promise.all(['positions', 'liquidations'].map((list) => staff.audit(list)));
    const totals = async () => (await read()).map(({ range }) => range?.split('/')[1]);
    const { rows } = await pool().query<{ id: string; data: string }>(
      `SELECT realm || ':' || position AS id, data FROM events WHERE type = 'PositionLiquidated' ORDER BY position DESC`,
    );
    await eventually(totals).toEqual(['3', `${rows.length}`]);
    const [positions, liquidations] = (await read()).map(({ body }) => body as Record<string, unknown>[]);
    const labels = positions?.map(({ symbol, label }) => `${symbol as string} ${label as string}`).sort();
    expect(labels).toEqual([`${DELIVERY} closed`, `${PERPETUAL} liquidated`, `${PERPETUAL} open`]);
    const open = positions?.find(({ label }) => label === 'open');
    const [long, short] = open?.['side'] === 'long' ? ['5', '0'] : ['0', '5'];
    const interest = (await staff.audit(`open-interest?realm=demo&symbol=${PERPETUAL}`)).body as StaffOpenInterestView;
    // Agents are on the other side of what users have open.
    const house = long === '5' ? '-5' : '5';
    expect(interest.rows).toMatchObject([
      { realm: 'demo', longQuantity: long, shortQuantity: short, houseQuantity: house, margin: open?.['margin'] },
    ]);
    const [row] = interest.rows;
    const value = (quantity = '0'): string =>
      format(times(amount(quantity), amount(row?.markPrice ?? '0'), 'half-even'));
    expect([row?.longNotional, row?.shortNotional, row?.houseNotional]).toEqual([long, short, house].map(value));
    // One trader has five of a cap that is the same for all: the share says how full it is.
    expect(amount(row?.capUsed ?? '0')).toBe(
      roundTo(over(amount('5'), amount(row?.capQuantity ?? '1'), 'up'), 4, 'up'),
    );
    const figures = rows.map(({ id, data }) => {
      const { step, markPrice, marginBalance, maintenanceMargin, notional, lots } = JSON.parse(data) as Liquidated;
      return { id, step, markPrice, marginBalance, maintenanceMargin, notional, lots };
    });
    expect(liquidations).toMatchObject(figures);
    const deleveraged = listQuery({ filter: { step: 'deleveraged' } });
    expect((await staff.audit(`liquidations?${deleveraged}`)).body).toEqual([]);
  });

  it('is told to staff position by position, in words', async () => {
    const told = async (more: object) =>
      (await staff.as('auditor').given('users/:id/timeline', { id: demo.userId, limit: '100', ...more })).items;
    const sides = await Promise.all(['long', 'short'].map((side) => told({ symbol: PERPETUAL, side })));
    const sentences = sides.map((items) => items.map(({ sentence }) => sentence));
    const counts = (start: string) => sentences.map((all) => all.filter((each) => each.startsWith(start)).length);
    expect(counts('position-opened')).toEqual([1, 1]);
    expect(counts('position-funding-')).not.toContain(0);
    expect(counts('position-liquidated-').filter((count) => count > 0)).toHaveLength(1);
    expect(new Set(sides.flat().map(({ values }) => values['symbol']))).toEqual(new Set([PERPETUAL]));
    expect((await told({ symbol: DELIVERY })).at(-1)?.sentence).toBe('position-opened');
  });

  it('leaves agents on the other side of users, and the house’s accounts at what that comes to', async () => {
    const { rows } = await pool().query<{ account: string; sum: string }>(
      `SELECT account, trim_scale(amount)::text AS sum FROM ledger_balances WHERE realm = 'demo' AND account LIKE 'house/contract%'`,
    );
    const held = new Map(rows.map(({ account, sum }) => [account, sum]));
    const demo = await Trader.demo(started);
    const view = await demo.given('getHousePositions');
    expect(view.ledger).toEqual({
      clearing: held.get('house/contract-clearing'),
      agents: held.get('house/contract-agents'),
    });
    // The two ways to one figure are the read model of positions and the ledger.
    expect(view.ledger.clearing).toBe(view.totals.entryCost);
    const moved = (by: string) =>
      pool().query(`UPDATE contract_totals SET long_entry = long_entry + ${by} WHERE realm = 'demo' AND symbol = $1`, [
        PERPETUAL,
      ]);
    await moved('1');
    clock.advance(2_000);
    const other = await demo.given('getHousePositions');
    expect([other.ledger, amount(view.totals.entryCost) - amount(other.totals.entryCost)]).toEqual([
      view.ledger,
      amount('1'),
    ]);
    await moved('-1');
    expect(view.contracts.map(({ symbol }) => symbol)).toEqual([PERPETUAL]);
    const sums = view.contracts.map(({ long, short }) =>
      [long, short].map(({ users, agents }) => Number(users) + Number(agents)),
    );
    expect(sums).toEqual([[5, 5]]);
    // The delivery is over, and what it brought is still counted.
    expect(Number(view.over.fees)).toBeGreaterThan(0);
    const [perpetual] = view.contracts;
    for (const name of ['entryCost', 'realisedPnl', 'funding', 'shortfall', 'fees'] as const)
      expect(amount(view.totals[name])).toBe(amount(perpetual?.[name] ?? '0') + amount(view.over[name]));
    expect(Number(perpetual?.funding)).not.toBe(0);
    const found = await pool().query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM events WHERE realm = 'demo' AND position = $1`,
      [view.proof.position],
    );
    expect(found.rows).toEqual([{ hash: view.proof.hash }]);
  });

  it('lists fundings with what was paid and received, and what moved the insurance fund with the liquidation behind it', async () => {
    const list = async <Row>(name: string): Promise<Row[]> => (await staff.audit<Row[]>(name)).body;
    const run = async () => (await list<StaffFundingRunRow>('funding-runs?filter={"realm":"demo"}')).at(-1);
    await eventually(async () => (await run())?.positions).toBe(2);
    const { rows } = await pool().query<{ type: string; data: string; position: number }>(
      `SELECT type, data, position::int FROM events WHERE realm = 'demo' AND type IN ('ContractFunded', 'PositionFunded')
        ORDER BY position LIMIT 3`,
    );
    const [charged, ...settled] = rows.map(({ data }) => JSON.parse(data) as Record<string, string>);
    const paid = settled.map((each) => amount(each['paid'] ?? '0'));
    const sum = (some: readonly bigint[]): string => format(some.reduce((all, each) => all + each, 0n));
    const { dueAt, rate, premium, markPrice, charge } = charged ?? {};
    expect(await run()).toMatchObject({ symbol: PERPETUAL, dueAt, rate, premium, markPrice, charge });
    expect(await run()).toMatchObject({
      paid: sum(paid.filter((each) => each > 0n)),
      received: sum(paid.filter((each) => each < 0n).map((each) => -each)),
      house: sum(paid),
      rounding: sum(settled.map((each) => amount(each['rounding'] ?? '0'))),
      postedAt: expect.any(Number),
      durationMs: expect.any(Number),
    });
    expect(await list('funding-runs?filter={"open":true}')).toEqual([]);
    const moves = await list<StaffInsuranceRow>('insurance-fund?filter={"realm":"demo"}');
    expect(moves.at(-1)).toMatchObject({ amount: '1000000', balance: '1000000', symbol: '', causeId: null });
    const { rows: takenOver } = await pool().query<{ id: string }>(
      `SELECT realm || ':' || position AS id FROM events WHERE type = 'PositionLiquidated' AND data LIKE '%"take-over"%'`,
    );
    expect(moves.slice(0, -1).map(({ causeId }) => causeId)).toEqual(takenOver.map(({ id }) => id));
  });

  it('shows staff which positions are nearest to liquidation, with the figures that their owners see', async () => {
    const [mine] = (await demo.given('getPositions', { symbol: PERPETUAL })).positions;
    const { side, liquidationPrice, riskRate, margin, quantity, deleveraging } = mine ?? {};
    const risk = (query: string) => staff.audit<LiquidationRiskView>(`liquidation-risk?${query}`);
    const { positions, unwatched, warningAt } = (await risk('realm=demo&count=1')).body;
    expect({ unwatched, warningAt }).toEqual({ unwatched: [], warningAt: '0.8' });
    const figures = { side, liquidationPrice, riskRate, margin, quantity, deleveraging };
    expect(positions).toMatchObject([{ ...figures, realm: 'demo', symbol: PERPETUAL }]);
    const [mark, price] = [amount(mine?.markPrice ?? '0'), amount(liquidationPrice ?? '0')];
    const away = side === 'long' ? mark - price : price - mark;
    expect(positions[0]?.distance).toBe(format(roundTo(over(away, mark, 'down'), 6, 'down')));
    expect((await risk('realm=real')).body.positions).toEqual([]);
  });

  it('shows every funding as its owner was charged, and the coming one as the ticker has it', async () => {
    const { history, predictedRate } = await demo.given('getFunding', { symbol: 'SOLUSDT' });
    const { items } = await demo.given('getPositionEvents', { symbol: PERPETUAL, side: 'long', number: '1' });
    const [newest] = items.flatMap((event) => (event.kind === 'funded' ? event.fundings : []));
    expect(history).toContainEqual({ fundedAt: newest?.dueAt, premium: newest?.premium, rate: newest?.rate });
    expect((await demo.given('getContractTickers', { symbols: PERPETUAL }))[0]?.fundingRate).toBe(predictedRate);
  });

  it('gives each owner all that its fundings, liquidation and delivery are computed from', async () => {
    const [long, short] = await Promise.all([logOf(PERPETUAL, 'long'), logOf(PERPETUAL, 'short')]);
    const delivered = await logOf(DELIVERY, 'long');
    for (const log of [long, short, delivered]) for (const event of log.events) log.isComputed(event);
    const all = [...long.events, ...short.events, ...delivered.events].map(({ kind }) => kind);
    for (const kind of ['funded', 'warned', 'liquidation', 'reduced', 'closed', 'margin'])
      expect(all.filter((each) => each === kind).length).toBeGreaterThan(0);
    const { last } = await demo.given('getDeliveries', { symbol: 'SOLUSDT' });
    const end = delivered.events.at(-1);
    if (end?.kind !== 'closed') throw new Error('it was delivered');
    expect({ price: end.price, averagesFrom: end.settlement?.averagesFrom }).toEqual({
      price: last?.price,
      averagesFrom: last?.averagesFrom,
    });
    const epochs = await demo.given('getEpochs', {});
    const ofBeat = (at: number) => epochs.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)?.epoch;
    for (const event of [...long.events, ...short.events])
      if ('beatAt' in event) expect(event.epoch).toBe(ofBeat(event.beatAt));
    const { items } = await demo.given('getPositionHistory', { symbol: DELIVERY });
    expect(items[0]).toMatchObject({ realisedPnl: end.after?.realised, fees: end.after?.fees });
  });

  it('says nothing of it to anybody else', async () => {
    const other = await Trader.demo(started);
    const named = { symbol: PERPETUAL, side: 'long', number: '1' };
    await demo.when('getPositionEvents', named).then({ number: 1 });
    for (const [who, asked] of [
      [other, named],
      [demo, { ...named, number: '2' }],
      [demo, { ...named, symbol: 'NONEUSDT-PERP' }],
    ] as const)
      await who.when('getPositionEvents', asked).then('contract.position-unknown', 'isn’t in your account');
  });

  it('is what the audit recomputes, and each figure that is falsified has its finding', async () => {
    expect(await wrongs()).toEqual([]);
    for (const [type, field, what] of [
      ['PositionOpened', 'lots', 'fills and positions of demo-'],
      ['ContractFunded', 'charge', `${PERPETUAL}: charge is 7`],
      ['PositionFunded', 'paid', `in ${PERPETUAL}: paid is 7`],
      ['PositionLiquidated', 'marginBalance', `in ${PERPETUAL}: marginBalance is 7`],
      ['PositionClosed', 'released', 'released is 7'],
      ['InsuranceFundGranted', 'amount', 'amount is 7'],
    ] as const) {
      const value = field === 'lots' ? '7' : '"7"';
      expect((await falsified(type, { [field]: value }, wrongs)).join('\n')).toContain(what);
    }
  }, 60_000);

  it('has the prices, fundings and settlements that the seeds give', async () => {
    const found = await audits();
    expect(found.flatMap(({ differences }) => differences)).toEqual([]);
    expect([found[0], found.at(-1)].map((audit) => (audit?.checked.fills ?? 0) > 0)).toEqual([true, true]);
    const { rows } = await pool().query<{ count: number }>(
      // Orders of a liquidation, one or more, name no mark.
      `SELECT count(*)::int AS count FROM events WHERE type IN ('PositionWarned', 'PositionLiquidated', 'PositionGapWarned', 'ContractBeatDecided',
        'ContractFunded', 'ContractSettled', 'ContractOrderMatched') OR (type = 'PositionClosed' AND data LIKE '%"delivery"%')
        OR (type = 'ContractOrderAccepted' AND data LIKE '%"markTicks"%')`,
    );
    expect(found.reduce((sum, { checked }) => sum + checked.contracts, 0)).toBe(rows[0]?.count);
  }, 60_000);

  it('names every price that the seeds do not give', async () => {
    const wrong = async () => (await audits()).flatMap(({ differences }) => differences);
    const changes: readonly (readonly [type: string, fields: Readonly<Record<string, string>>, more?: string])[] = [
      ['PositionWarned', { markPrice: '"7"' }],
      ['PositionLiquidated', { markPrice: '"7"' }],
      ['ContractFunded', { rate: '"0.07"' }],
      ['ContractFunded', { premium: '"0.07"' }],
      ['ContractFunded', { markPrice: '"7"' }],
      // A beat after it misses the one that was due.
      ['ContractFunded', { dueAt: `${DELIVERS_AT - 60_000}` }, 'and a beat'],
      ['ContractSettled', { price: '"7"' }],
      ['ContractOrderAccepted', { 'order,margin,markTicks': '7' }],
    ];
    for (const [type, fields, more] of changes) {
      const found = await falsified(type, fields, wrong);
      const wanted = more === undefined ? ['contract'] : ['contract', 'contract'];
      expect([type, found.map(({ what }) => what)]).toEqual([type, wanted]);
      expect(found[0]?.position).toBeGreaterThan(0);
    }
  }, 120_000);
});
