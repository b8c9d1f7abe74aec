import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { amount, fromSteps } from '../../../../shared/money.js';
import { FakeClock } from '../../../core/clock.js';
import type { HouseCommand } from '../../../core/command.js';
import type { CommandResult, StreamKind } from '../../../core/decider.js';
import type { RecordedEvent } from '../../../core/event.js';
import { CountingIds } from '../../../core/ids.js';
import { BeatSteps } from '../../../core/ports/beat-steps.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { instantOf } from '../../../market/book-market.js';
import type { Step } from '../../../engine/writer/decider.testkit.js';
import type { BookState } from '../../../trading/venue/book.state.js';
import { MortalServer } from '../delivery/contract-period.testkit.js';
import {
  funded,
  JUDGED_BY,
  leverage,
  margin,
  MARGIN,
  nextBeat,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  SYMBOL,
  world,
  type World,
} from '../contract.testkit.js';
import { LiquidationRunner } from './liquidation.runner.js';
import type { LiquidationTermsSource } from './liquidation.terms.js';
import { contractOf, positionKind } from '../position/position.state.js';

/** A server that tells what it committed to those who follow the history. */
class TellingServer extends MortalServer {
  private readonly listeners = new Set<Listener>();

  constructor(private readonly history: World['realm']) {
    super(history);
  }

  readonly store = {
    subscribe: (listener: Listener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
  };

  override async execute<Answer>(command: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> {
    const before = this.history.events.length;
    const result = await super.execute<Answer>(command);
    this.tell(before);
    return result;
  }

  override read<State>(_: string, kind: StreamKind<State>, id: string): Promise<State> {
    return Promise.resolve(this.history.state(kind, id));
  }

  /** What was committed after a position of the history. */
  tell(after: number): void {
    for (const listener of this.listeners) listener('demo', this.history.events.slice(after));
  }
}

const TICK = amount('0.01');

type Listener = (realm: string, events: readonly RecordedEvent[]) => void;

/** Ann is long 2 and Cid 1 at 100; Bob is short 3. Ann is liquidated at 90.36, Cid with half more of margin at 85. */
function played() {
  const market = new PerpetualMarket();
  const given = world(market).and(
    order('bob', 'sell', '3', '100'),
    order('ann', 'buy', '2', '100'),
    order('cid', 'buy', '1', '100'),
    margin('cid', 'long', '5'),
  );
  const { realm } = given;
  const lotsOf = (person: string, side: 'long' | 'short' = 'long') =>
    contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL)[side]?.lots ?? 0;
  const judged = { terms: JUDGED_BY };
  const start = () => {
    const server = new TellingServer(realm);
    const steps = new BeatSteps();
    const terms: LiquidationTermsSource = { of: () => judged.terms };
    const runner = new LiquidationRunner(
      server,
      server,
      market,
      terms,
      steps,
      new FakeClock(2_000_000),
      new CountingIds(),
      { prices: () => ({ mark: fromSteps(market.mark, TICK), index: fromSteps(market.mark, TICK) }) },
    );
    runner.onModuleInit();
    const run = (beat = nextBeat()) => steps.run('demo', SYMBOL, beat);
    /** What somebody does besides, as the history tells it. */
    const and = (...done: readonly Step<BookState>[]) => {
      const before = realm.events.length;
      given.and(...done);
      server.tell(before);
    };
    return { runner, server, steps, run, and };
  };
  return { market, given, realm, lotsOf, judged, start };
}

describe('the runner of liquidations', () => {
  let scene: ReturnType<typeof played>;

  // The runner says why a beat waits.
  beforeAll(() => Logger.overrideLogger(false));

  beforeEach(() => {
    scene = played();
  });

  it('has work while somebody has a position, and sends nothing while the mark reaches nobody', async () => {
    const { market, realm, start } = scene;
    const { server, steps, run } = start();
    expect([steps.hasWork('demo', SYMBOL), steps.hasWork('demo', 'ETHUSDT-PERP')]).toEqual([true, false]);
    market.mark = 9_100;
    expect(await run()).toBe(true);
    // Beside what the fund is given.
    expect(server.sent).toEqual(['GrantInsuranceFund']);
    expect(realm.balance(HOUSE.contractInsurance.account, 'USDT')).toBe('1000');
  });

  it('liquidates whom the mark reaches, and nobody else', async () => {
    const { market, lotsOf, start } = scene;
    const { server, run } = start();
    await run();
    market.mark = 9_036;
    expect(await run()).toBe(true);
    expect([lotsOf('ann'), lotsOf('cid'), lotsOf('bob', 'short')]).toEqual([0, 1_000, 3_000]);
    expect(server.sent.filter((type) => type === 'LiquidatePosition')).toHaveLength(2);
  });

  it('looks at the longs of a fall and the shorts of a rise', async () => {
    const { market, lotsOf, start } = scene;
    const { run } = start();
    market.mark = 11_000;
    await run();
    expect([lotsOf('ann'), lotsOf('bob', 'short')]).toEqual([2_000, 0]);
  });

  it('follows what changes meanwhile', async () => {
    const { market, lotsOf, start } = scene;
    const { server, run, and } = start();
    await run();
    and(margin('ann', 'long', '10'));
    market.mark = 9_036;
    await run();
    expect([lotsOf('ann'), server.sent]).toEqual([2_000, ['GrantInsuranceFund']]);
  });

  it('reckons with a funding from its charge on, whoever has paid it yet', async () => {
    const { market, lotsOf, start } = scene;
    const { run, and } = start();
    market.mark = 9_100;
    await run();
    expect(lotsOf('ann')).toBe(2_000);
    // A unit pays 1: she is liquidated at (179.91 + 2) / (2 × (1 - 0.004 - 0.0005)) = 91.3661.
    and(funded('1'));
    await run();
    expect([lotsOf('ann'), lotsOf('cid')]).toEqual([0, 1_000]);
  });

  it('judges by new brackets as soon as they are in force', async () => {
    const { market, lotsOf, judged, start } = scene;
    const { run } = start();
    await run();
    market.mark = 9_200;
    await run();
    expect(lotsOf('ann')).toBe(2_000);
    const policy = { name: 'contract.crypto', version: 2 };
    judged.terms = {
      ...JUDGED_BY,
      margin: { ...MARGIN, policy, brackets: [{ to: '5000', leverageMax: 10, rate: '0.05' }] },
    };
    let beat = nextBeat();
    while (beat % 20 !== 0) beat = nextBeat();
    await run(beat);
    expect(lotsOf('ann')).toBe(0);
  });

  it('knows who is deleveraged first: the position of the highest rank gives up its lots before any other', async () => {
    const { market, realm, judged, start } = scene;
    const { runner, run, and } = start();
    judged.terms = { ...JUDGED_BY, insurance: { ...JUDGED_BY.insurance, openingUsdt: '0' } };
    // Bob closes two and Cid sells them, by five times less leverage.
    and(
      leverage('cid', 2),
      order('cid', 'sell', '2', '100'),
      order('bob', 'buy', '2', '100', { positionSide: 'short', reduceOnly: true }),
    );
    const [mark, at] = [amount('89'), 2_000_000];
    const rankOf = (person: string) =>
      runner.rankOf('demo', { symbol: SYMBOL, side: 'short', ownerId: ownerOf(person) }, { mark, at });
    expect(rankOf('bob')).toBeUndefined();
    await run();
    const ranks = ['bob', 'cid', 'ann'].map(rankOf);
    expect(ranks).toEqual([{ place: 1, length: 2 }, { place: 2, length: 2 }, undefined]);
    Object.assign(market, { mark: 8_900, depth: 0 });
    await run();
    const deleveraged = realm.events.filter(({ type }) => type === 'PositionDeleveraged');
    expect(deleveraged.map(({ data }) => data)).toMatchObject([
      { ownerId: ownerOf('bob'), place: 1, queueLength: 2, lots: 1_000 },
      { ownerId: ownerOf('cid'), place: 2, queueLength: 2, lots: 1_000 },
    ]);
    expect([rankOf('bob'), rankOf('cid')]).toEqual([undefined, { place: 1, length: 1 }]);
  });

  it('leaves all as it is while the market is shut', async () => {
    const { market, lotsOf, start } = scene;
    const { run } = start();
    Object.assign(market, { mark: 8_000, isOpen: false });
    expect(await run()).toBe(true);
    expect(lotsOf('ann')).toBe(2_000);
  });

  it('holds the beat up while the writer is away, and goes on with it', async () => {
    const { market, lotsOf, start } = scene;
    const { server, run } = start();
    market.mark = 9_036;
    server.refuses = true;
    const beat = nextBeat();
    expect(await run(beat)).toBe(false);
    server.refuses = false;
    expect(await run(beat)).toBe(true);
    expect(lotsOf('ann')).toBe(0);
  });

  it('leaves a liquidation that does not end to the next beat, and says so', async () => {
    const said = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const { market, start } = scene;
    const { server, run } = start();
    market.mark = 9_036;
    const sent: string[] = [];
    const { execute } = server;
    server.execute = async <Answer>(command: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> => {
      if (command.type !== 'LiquidatePosition') return execute.call(server, command) as Promise<CommandResult<Answer>>;
      sent.push(command.type);
      return { ok: true, answer: { step: 'reduce' } as Answer, position: 1, repeated: false };
    };
    const beat = nextBeat();
    expect(await run(beat)).toBe(true);
    expect([sent.length, said.mock.calls]).toEqual([
      20,
      [[`${ownerOf('ann')} long ${SYMBOL} is not liquidated after 20 steps of beat ${beat}`]],
    ]);
    said.mockRestore();
  });

  it('warns once while the mark comes near, and again when it was away', async () => {
    const { market, realm, start } = scene;
    const { run } = start();
    const warned = () => realm.events.filter(({ type }) => type === 'PositionWarned').length;
    const at = async (mark: number, beat: number): Promise<number> => {
      market.mark = mark;
      await run(beat);
      return warned();
    };
    const beat = nextBeat();
    const hour = 14_400;
    expect(await at(9_045, beat)).toBe(1);
    expect(await at(9_046, beat + 1)).toBe(1);
    // Nearer than an hour after it is the same approach, and where it never went away too.
    expect(await at(9_045, beat + 2 * hour)).toBe(1);
    await at(9_300, beat + 2 * hour + 1);
    expect(await at(9_045, beat + 2 * hour + 2)).toBe(2);
    const restarted = start();
    await restarted.run(beat + 4 * hour);
    expect(warned()).toBe(2);
  });

  it('warns before a close whose gap margins do not cover, reduces when they are raised, and judges as ever from the open on', async () => {
    const { market, realm, lotsOf, judged, start } = scene;
    const { server, run } = start();
    const first = nextBeat();
    const [raised, open] = [first + 3_600, first + 3_640];
    const [raisesAt, closesAt, opensAt] = [raised, raised + 20, open].map(instantOf) as [number, number, number];
    judged.terms = { ...JUDGED_BY, margin: { ...MARGIN, gap: { raisesAt, closesAt, opensAt, rate: '0.12' } } };
    const warned = () => realm.events.flatMap(({ type, data }) => (type === 'PositionGapWarned' ? [data] : []));
    // Cid has half more.
    await run(first);
    expect(warned()).toMatchObject([
      { ownerId: ownerOf('ann'), side: 'long', gap: { raisesAt } },
      { ownerId: ownerOf('bob'), side: 'short' },
    ]);
    server.sent = [];
    await run(first + 1);
    expect(server.sent).toEqual([]);
    await run(first + 2_400);
    expect([server.sent, warned().length]).toEqual([['WarnOfGap', 'WarnOfGap'], 2]);
    await run(raised - 1);
    expect([lotsOf('ann'), lotsOf('bob', 'short')]).toEqual([2_000, 3_000]);
    await run(raised);
    expect([lotsOf('ann'), lotsOf('cid'), lotsOf('bob', 'short')]).toEqual([1_388, 1_000, 2_084]);
    market.isOpen = false;
    await run(raised + 20);
    // It gapped by nearly all that was covered: nobody is reduced for a gap that is over.
    Object.assign(market, { isOpen: true, mark: 8_900 });
    await run(open);
    expect([lotsOf('ann'), lotsOf('cid')]).toEqual([1_388, 1_000]);
  });

  it('warns within the notice of new brackets, once for each table, also while the market is shut', async () => {
    const { market, realm, lotsOf, judged, start } = scene;
    const { server, run, and } = start();
    const first = nextBeat();
    const follows = first + 345_600;
    // Ann has 20.09 for 2, Bob 30.16 for 3 and Cid 15.045 for 1: 10.05 a unit are asked for.
    const strict = [{ to: '5000', leverageMax: 5, rate: '0.1' }];
    const from = instantOf(follows);
    const coming = [
      { version: 2, from, brackets: strict },
      { version: 3, from: from + 60_000, brackets: [{ to: '5000', leverageMax: 2, rate: '0.2' }] },
    ];
    judged.terms = { ...JUDGED_BY, margin: { ...MARGIN, coming } };
    const warned = () => realm.events.flatMap(({ type, data }) => (type === 'PositionBracketsWarned' ? [data] : []));
    market.isOpen = false;
    await run(first);
    const [ann, bob, cid] = people.map((person) => ({ ownerId: ownerOf(person) }));
    const versions = (version: number) => ({ policies: [{ version }, { version: 1 }] });
    expect(warned()).toMatchObject([
      { ...ann, ...versions(2), from, markPrice: '100' },
      { ...ann, ...versions(3) },
      { ...cid, ...versions(3) },
      { ...bob, side: 'short', ...versions(3) },
    ]);
    market.isOpen = true;
    server.sent = [];
    await run(first + 1);
    await run(first + 2_400);
    expect(server.sent).toEqual([]);
    and(margin('ann', 'long', '5.035'));
    judged.terms = { ...JUDGED_BY, margin: { ...MARGIN, brackets: strict } };
    await run(follows);
    expect([lotsOf('ann'), lotsOf('bob', 'short'), warned().length]).toEqual([2_000, 3_000, 4]);
  });

  it('goes on where it was killed, whenever that was', async () => {
    const whole = scene;
    whole.market.mark = 8_000;
    const one = whole.start();
    await one.run();
    const wanted = [...whole.realm.allBalances()];
    for (let lives = 0; lives < one.server.sent.length; lives += 1) {
      const { market, realm, start } = played();
      market.mark = 8_000;
      const beat = nextBeat();
      const { server, run } = start();
      server.livesFor = lives;
      expect(await run(beat)).toBe(false);
      expect(await start().run(beat)).toBe(true);
      expect([...realm.allBalances()]).toEqual(wanted);
    }
  });
});
