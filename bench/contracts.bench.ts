import type { Pool } from 'pg';
import { FakeClock } from '../server/core/clock.js';
import { handle, type Commands, type HouseCommand } from '../server/core/command.js';
import { commandOf } from '../server/core/command.testkit.js';
import type { CommandResult } from '../server/core/decider.js';
import type { NewEvent } from '../server/core/event.js';
import { CountingIds } from '../server/core/ids.js';
import { BeatSteps } from '../server/core/ports/beat-steps.js';
import { OpenPrincipal } from '../server/core/ports/open-principal.js';
import { openPool } from '../server/engine/history/database.js';
import { migrate } from '../server/engine/history/migrate.js';
import { HOUSE, userAccount } from '../server/engine/ledger/chart.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { Writers } from '../server/engine/writer/writers.js';
import { ContractFundingRunner } from '../server/features/contract/funding/contract-funding.runner.js';
import '../server/features/contract/contract.feature.js';
import { contractHandlers } from '../server/features/contract/contract.handler.js';
import { ContractOwners } from '../server/features/contract/contract-owners.js';
import { contractKind } from '../server/features/contract/contract.product.js';
import { fundingHandlers } from '../server/features/contract/funding/funding.handler.js';
import { liquidationHandlers } from '../server/features/contract/liquidation/liquidation.handler.js';
import { LiquidationRunner } from '../server/features/contract/liquidation/liquidation.runner.js';
import { factsOf, positionKind } from '../server/features/contract/position/position.state.js';
import { spotKind } from '../server/features/spot/spot.state.js';
import { BEAT_MS } from '../server/market/book-market.js';
import { orderHandlers } from '../server/trading/venue/order.handler.js';
import { amount, format, ONE, ZERO } from '../shared/money.js';
import { median, row, secondsOf, type BenchRow } from './kit.js';
import { BenchFacts, BenchMarket, FEES, JUDGED_BY, openGate, ORDER_TERMS, SYMBOL } from './contract-market.js';
import { BenchPlace } from './server.js';
import { signedStore } from '../server/engine/history/signed-store.testkit.js';

const POSITIONS = 100_000;
const HITS = 10_000;
/** Positions that one command of the bench opens. */
const CHUNK = 200;
const ORDERS = 4_000;
const IN_FLIGHT = 64;
const TRADERS = 200;

interface Opened {
  readonly from: number;
  readonly count: number;
}
interface Funded {
  readonly ownerId: string;
}

/** Every tenth has so little margin that a mark price of 90 liquidates it. */
const marginOf = (n: number): string => (n % (POSITIONS / HITS) === 0 ? '10.2' : '60');
const traderOf = (n: number) => ({ userId: `demo-t${n}`, ownerId: `demo-t${n}.1` });
const holderOf = (n: number): string => `demo-h${n}.1`;

/** Positions as they would be after orders, longs of one unit at 100, without the orders. */
const openPositions = handle(commandOf<Opened, null>('OpenBenchPositions'), {
  realms: ['demo'],
  scope: ({ from, count }) => ({
    streams: [
      [contractKind, SYMBOL],
      ...Array.from({ length: count }, (_, n) => [positionKind, holderOf(from + n)] as const),
    ],
  }),
  decide: (_, { from, count }) => {
    const owners = Array.from({ length: count }, (__, n) => from + n);
    const changes = owners.map((n) => ({ owner: holderOf(n), positionSide: 'long', lots: 1_000 }));
    const agents = { owner: 'house', positionSide: 'both', lots: -1_000 * count };
    const data = { symbol: SYMBOL, changes: [...changes, agents], reason: 'settlement' };
    const adjusted: NewEvent = { stream: `contract-${SYMBOL}`, type: 'ContractPositionsAdjusted', schema: 1, data };
    return { events: [adjusted, ...owners.map(opened)], answer: null };
  },
});

function opened(n: number): NewEvent {
  const [ownerId, margin] = [holderOf(n), marginOf(n)];
  const after = factsOf({
    side: 'long',
    number: 1,
    lots: 1_000,
    entryNotional: 100n * ONE,
    margin: amount(margin),
    fundingIndex: ZERO,
    fees: ZERO,
    funding: ZERO,
    unpaid: ZERO,
    realised: ZERO,
  });
  const named = { userId: `demo-h${n}`, ownerId, symbol: SYMBOL, side: 'long' };
  const traded = { orderId: `o-h${n}`, lots: 1_000, quantity: '1', price: '100', notional: '100', fee: '0', margin };
  const postings = [
    { account: HOUSE.marketMaker.account, asset: 'USDT', amount: -amount(margin) },
    { account: userAccount(ownerId, 'contract', 'frozen'), asset: 'USDT', amount: amount(margin) },
  ];
  return {
    stream: `position-${ownerId}`,
    type: 'PositionOpened',
    schema: 1,
    data: { ...named, ...traded, after },
    postings,
  };
}

const fund = handle(commandOf<Funded, null>('FundBenchTrader'), {
  realms: ['demo'],
  scope: () => ({ streams: [[contractKind, SYMBOL]] }),
  decide: (_, { ownerId }) => {
    const granted = [
      ['contract', 'USDT'],
      ['spot', 'USDT'],
      ['spot', 'BTC'],
    ] as const;
    const postings = granted.flatMap(([space, asset]) => [
      { account: HOUSE.marketMaker.account, asset, amount: -amount('1000000') },
      { account: userAccount(ownerId, space, 'available'), asset, amount: amount('1000000') },
    ]);
    const event = { stream: `contract-${SYMBOL}`, type: 'ContractImpactRecorded', schema: 1 };
    return { events: [{ ...event, data: { symbol: SYMBOL, impact: null }, postings }], answer: null };
  },
});

/**
 * Liquidations in a crash, a funding of everybody, and orders of contracts beside those of spot, by the writer and the runners on one
 * PostgreSQL. While liquidations and the funding run, somebody trades.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  const url = await place.database('glassbook');
  await migrate(url);
  const pool = openPool(url);
  const venue = await Venue.open(pool);
  try {
    const { contract, spot } = await venue.orders();
    await venue.openAll();
    const funding = await venue.whileTrading(() => venue.fundAll());
    const crash = await venue.whileTrading(() => venue.crash());
    return [
      row({
        name: 'an order of a contract that a user fills',
        ours: contract,
        peer: spot,
        unit: 'µs CPU',
        atMost: 1.2,
        aim: 1.2,
        note: 'process CPU an order; peer: the same of spot, in turns',
      }),
      row({
        name: `funding of ${POSITIONS} positions`,
        ours: funding.seconds,
        peer: 5,
        unit: 's',
        atMost: 1,
        note: 'charged, and settled for each; peer: the limit',
      }),
      row({
        name: 'longest beat while a funding settles',
        ours: venue.longestBeatMs,
        peer: BEAT_MS,
        unit: 'ms',
        atMost: 1,
        note: 'of the contract: the charge, liquidations and warnings; peer: a beat',
      }),
      row({
        name: 'longest wait of an order meanwhile',
        ours: funding.longestMs,
        peer: 100,
        unit: 'ms',
        atMost: 1,
        note: `of ${funding.traded} orders; peer: the limit`,
      }),
      row({
        name: `${HITS} positions liquidated in a crash`,
        ours: crash.seconds,
        peer: 10,
        unit: 's',
        atMost: 1,
        note: `${crash.beats} beats, one after the other; ${crash.traded} orders meanwhile, the longest ${Math.round(crash.longestMs)} ms; peer: the limit`,
      }),
    ];
  } finally {
    await venue.writers.close();
    await pool.end();
    await place.close();
  }
}

/** A writer with contracts and spot, and what the market runtime runs for them. */
class Venue {
  private readonly steps = new BeatSteps();
  private readonly clock = new FakeClock(1_000_000_000_000);
  private beats = 0;
  private made = 0;
  private readonly funding: ContractFundingRunner;
  /** The longest beat of a funding. */
  longestBeatMs = 0;

  private constructor(
    readonly writers: Writers,
    private readonly market: BenchMarket,
    private readonly facts: BenchFacts,
  ) {
    const commands: Commands = {
      execute: <Answer>(command: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> =>
        writers.execute<Answer>('demo', command),
      prepare: () => Promise.reject(new Error('no step is prepared')),
    };
    const owners = new ContractOwners(writers, commands, this.clock);
    const ids = new CountingIds();
    const terms = { of: () => JUDGED_BY };
    this.funding = new ContractFundingRunner(writers, owners, facts, this.steps);
    this.funding.onModuleInit();
    new LiquidationRunner(writers, commands, market, terms, this.steps, this.clock, ids, facts).onModuleInit();
  }

  static async open(pool: Pool): Promise<Venue> {
    const [market, facts] = [new BenchMarket(), new BenchFacts()];
    const handlers = new CommandHandlers().register(
      openPositions,
      fund,
      ...contractHandlers({ market, gate: openGate, principal: new OpenPrincipal([]) }),
      ...fundingHandlers(facts),
      ...liquidationHandlers(market),
      ...orderHandlers({ kind: spotKind, market, gate: openGate }),
    );
    const quiet = { warn: () => undefined, error: (text: string) => process.stderr.write(`${text}\n`) };
    const writers = new Writers(signedStore(pool), handlers, quiet, ['demo']);
    await writers.start();
    return new Venue(writers, market, facts);
  }

  /** CPU of an order of each, in turns: a maker and a taker, so that every second one is filled by a user. */
  async orders(): Promise<{ contract: number; spot: number }> {
    for (let n = 0; n < TRADERS; n += 1) await this.send('FundBenchTrader', { ownerId: traderOf(n).ownerId });
    const rounds: { contract: number[]; spot: number[] } = { contract: [], spot: [] };
    for (let round = 0; round < 5; round += 1) {
      rounds.contract.push(await this.costOf((n) => this.contractOrder(n)));
      rounds.spot.push(await this.costOf((n) => this.spotOrder(n)));
    }
    return { contract: median(rounds.contract), spot: median(rounds.spot) };
  }

  async openAll(): Promise<void> {
    for (let from = 0; from < POSITIONS; from += CHUNK) await this.send('OpenBenchPositions', { from, count: CHUNK });
    // The runner gets to know them as at a start.
    await this.run();
  }

  async fundAll(): Promise<number> {
    const [rate, mark] = [amount('0.0001'), amount('100')];
    this.clock.advance(60_000);
    this.facts.fundings.push({ at: this.clock.now(), rate, premium: ZERO, mark });
    let isOver = false;
    do {
      const seconds = await secondsOf(() => this.run());
      this.longestBeatMs = Math.max(this.longestBeatMs, seconds * 1000);
      const settled = this.funding.settled().then(() => true);
      isOver = await Promise.race([settled, new Promise<false>((next) => setTimeout(next, BEAT_MS, false))]);
    } while (!isOver);
    const { contracts } = await this.writers.read('demo', positionKind, holderOf(POSITIONS - 1));
    const index = contracts.get(SYMBOL)?.long?.fundingIndex;
    if (index !== amount('0.01')) throw new Error('the last position is not funded');
    return 1;
  }

  async crash(): Promise<number> {
    this.market.mark = 9_000;
    const isOver = async (): Promise<boolean> => {
      const { book } = await this.writers.read('demo', contractKind, SYMBOL);
      return (book.positions?.names() ?? []).filter((owner) => owner.startsWith('demo-h')).length === POSITIONS - HITS;
    };
    let beats = 0;
    do {
      beats += 1;
      await this.run();
    } while (!(await isOver()) && beats < 200);
    if (!(await isOver())) throw new Error(`not all of ${HITS} were liquidated in ${beats} beats`);
    return beats;
  }

  /** Somebody who places and cancels, one order after the other. */
  async whileTrading(work: () => Promise<number>) {
    let [isOver, longestMs, traded, beats] = [false, 0, 0, 0];
    const trader = async (): Promise<void> => {
      while (!isOver) {
        const from = performance.now();
        await this.contractOrder(traded);
        longestMs = Math.max(longestMs, performance.now() - from);
        traded += 1;
      }
    };
    // What opened 100,000 positions has pushed the traders' own streams out of the writer's memory.
    for (let n = 0; n < 2 * TRADERS; n += 1) await this.contractOrder(n);
    const trading = trader();
    const seconds = await secondsOf(async () => void (beats = await work()));
    isOver = true;
    await trading;
    return { seconds, longestMs, traded, beats };
  }

  /** Microseconds of processor an order, the writer's commits included. */
  private async costOf(place: (n: number) => Promise<void>): Promise<number> {
    const before = process.cpuUsage();
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < ORDERS) await place(next++);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / ORDERS;
  }

  private async contractOrder(n: number): Promise<void> {
    const side = n % 2 === 0 ? ('sell' as const) : ('buy' as const);
    const price = format(BigInt(this.market.mark) * amount('0.01'));
    const position = { positionSide: side === 'buy' ? 'long' : 'short', reduceOnly: false, margin: JUDGED_BY.margin };
    const data = { ...this.order(n, SYMBOL), ...position, side, price };
    await this.send('PlaceContractOrder', data);
  }

  private async spotOrder(n: number): Promise<void> {
    const data = { ...this.order(n, 'BTCUSDT'), side: n % 2 === 0 ? 'sell' : 'buy', price: '100' };
    await this.send('PlaceSpotOrder', data);
  }

  private order(n: number, symbol: string) {
    return {
      ...ORDER_TERMS,
      ...traderOf(n % TRADERS),
      symbol,
      spec: { ...ORDER_TERMS.spec, symbol },
      fees: FEES,
      orderId: this.nextId(),
      kind: 'limit',
      quantity: '0.01',
      postOnly: false,
      selfTrade: 'cancel-taker',
      clientOrderId: null,
    };
  }

  private async run(): Promise<void> {
    this.beats += 1;
    const beat = this.clock.now() / BEAT_MS + this.beats;
    if (!(await this.steps.run('demo', SYMBOL, beat))) throw new Error(`beat ${beat} could not be decided`);
  }

  private nextId(): string {
    return `b-${(this.made += 1)}`;
  }

  private async send(type: string, data: unknown): Promise<void> {
    const result = await this.writers.execute('demo', { type, data, at: this.clock.now(), actor: 'user:bench' });
    if (!result.ok) throw new Error(`${type} was refused: ${JSON.stringify(result.refusal)}`);
  }
}
