import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { PublicPrices } from '../../../core/price-audit.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { KnownContracts } from '../delivery/contract-period.testkit.js';
import { gapWarning, liquidation, order, ownerOf, people, PerpetualMarket, SYMBOL } from '../contract.testkit.js';
import { contractStory, FUND, fundingSteps } from './contract-check.testkit.js';
import { contractPriceAudit } from './contract-prices.audit.js';

const OPENED_AT = 1_000_000;
const FUNDED_AT = OPENED_AT + 8 * 3_600_000;
const DUE = { at: FUNDED_AT, rate: amount('0.0001'), premium: amount('0.0001'), mark: amount('100') };

/** Prices of a market whose mark is 100 at every instant, and 75 from a minute after the funding on. */
const prices: PublicPrices = {
  tick: amount('0.01'),
  scaleAt: () => ({ until: Infinity, candles: () => [] }),
  book: {
    markAt: (instant) => (instant < FUNDED_AT + 60_000 ? '100' : '75'),
    isOpen: () => true,
    fundings: ({ fromMs, toMs }) => (FUNDED_AT > fromMs && FUNDED_AT <= toMs ? [DUE] : []),
    settlementAt: () => undefined,
  },
  actions: [],
  haltedAt: () => undefined,
  isHalted: () => false,
};

/** What the audit finds in a history that these prices made. */
function differences(events: readonly RecordedEvent[], known = prices): string[] {
  const audit = contractPriceAudit.begin();
  return events.flatMap((event) => {
    const fact = audit.take(event);
    const expected = fact?.expected(known);
    return fact === undefined || fact.found === expected ? [] : [`${event.type}: ${fact.found}, and ${expected}`];
  });
}

const advance = (instant: number, beat: number) =>
  at(instant, { type: 'AdvanceContractMarket', data: { symbol: SYMBOL, beat, missed: null }, actor: 'market' });

const without = (events: readonly RecordedEvent[], type: string) => events.filter((event) => event.type !== type);

/** Ann is long and Bob short over a funding. */
function funded() {
  const [facts, market] = [new KnownContracts(), new PerpetualMarket()];
  facts.fundings.push(DUE);
  const story = contractStory({ facts, market }).and(
    order('bob', 'sell', '2', '100'),
    order('ann', 'buy', '2', '100'),
    ...fundingSteps(FUNDED_AT),
  );
  return { story, market };
}

/** A dividend of an ex-date whose market opens a minute before the mark falls to 75. */
const OPENS_AT = FUNDED_AT;
const dividend = { actionId: 'a-1', kind: 'dividend', perShare: '0.01', newShares: null, oldShares: null };
const exDated = {
  ...prices,
  book: { ...prices.book, fundings: () => [] },
  actions: [{ ...dividend, openPrice: '99.99', dueAt: OPENS_AT }],
};
const pass = at(OPENS_AT - 900_000, {
  type: 'PassDividend',
  data: { symbol: SYMBOL, ownerIds: people.map(ownerOf), isLast: false, actionId: 'a-1', perShare: '0.01' },
});

/** Bob buys back from agents some time after it. */
function closed(after: number): RecordedEvent[] {
  const { story, market } = funded();
  market.mark = after < 60_000 ? 10_000 : 7_500;
  const closing = order('bob', 'buy', '2', '110', { positionSide: 'short' });
  return [...story.and(at(FUNDED_AT + after, closing)).realm.events];
}

describe('the audit of the prices of contracts', () => {
  it('finds a funding that is missing before a beat, whether another one follows or not', () => {
    const { story, market } = funded();
    Object.assign(market, { mark: 7_500 });
    const late = FUNDED_AT + 60_000;
    const events = [...story.and(at(late, liquidation('ann', 'long', { beat: late / 250, fund: FUND }))).realm.events];
    expect(differences(events)).toEqual([]);
    expect(differences(without(events, 'ContractFunded'))).toEqual([
      `ContractBeatDecided: every funding until ${new Date(late).toISOString()}, and before it the funding of ${new Date(FUNDED_AT).toISOString()}`,
    ]);
  });

  it('finds one that is missing before a position closes, and none that came due a moment before', () => {
    expect(differences(closed(90_000))).toEqual([]);
    expect(differences(without(closed(90_000), 'ContractFunded'))).toEqual([
      expect.stringContaining('PositionClosed: every funding until'),
    ]);
    expect(differences(without(closed(30_000), 'ContractFunded'))).toEqual([]);
  });

  it('finds what people traded while the market was shut, or a contract halted', () => {
    const orders = [order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100')];
    const story = contractStory().and(...orders.map((each) => at(OPENED_AT, { ...each, actor: 'user:ann' })));
    const events = [...story.realm.events];
    expect(differences(events)).toEqual([]);
    const shut = { ...prices, book: { ...prices.book, isOpen: () => false } };
    expect(differences(events, shut).join('\n')).toContain('while the market is shut');
    const haltedFrom = (from: number) => ({ ...prices, isHalted: (_: string, instant: number) => instant >= from });
    expect(differences(events, haltedFrom(OPENED_AT - 60_000)).join('\n')).toContain('while the contract is halted');
    // A halt reaches the books a moment after it is decided.
    expect(differences(events, haltedFrom(OPENED_AT - 1_000))).toEqual([]);
  });

  it('finds an account that ended by another price than the mark of that instant', () => {
    const facts = new KnownContracts();
    facts.mark = amount('100');
    const story = contractStory({ facts }).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
    const end = at(OPENED_AT + 1_000, { type: 'EndPositions', data: { ownerId: ownerOf('ann') } });
    const events = [...story.and(end).realm.events];
    expect(differences(events)).toEqual([]);
    const told = events.map((event) =>
      event.type === 'PositionClosed' ? { ...event, data: { ...(event.data as object), price: '99' } } : event,
    );
    const what = `the long position of ${ownerOf('ann')} ended by the mark`;
    expect(differences(told)).toEqual([`PositionClosed: ${what} 99, and ${what} 100`]);
  });

  it('finds a warning before a close by another mark', () => {
    const beat = OPENED_AT / 250 + 4;
    const raisesAt = (beat + 4) * 250;
    const gap = { raisesAt, closesAt: raisesAt + 3_600_000, opensAt: raisesAt + 60_000_000, rate: '0.12' };
    const story = contractStory().and(
      order('bob', 'sell', '2', '100'),
      order('ann', 'buy', '2', '100'),
      at(beat * 250, gapWarning('ann', 'long', { beat, gap })),
    );
    const events = [...story.realm.events];
    expect(differences(events)).toEqual([]);
    const told = events.map((event) =>
      event.type === 'PositionGapWarned' ? { ...event, data: { ...(event.data as object), markPrice: '99' } } : event,
    );
    const what = `the long position of ${ownerOf('ann')} by the mark`;
    expect(differences(told)).toEqual([`PositionGapWarned: ${what} 99, and ${what} 100`]);
  });

  it('finds a trade that names another beat than the one that decided it', () => {
    const market = new PerpetualMarket();
    const story = contractStory({ market }).and(
      order('bob', 'sell', '2', '100'),
      order('ann', 'buy', '2', '100'),
      order('ann', 'sell', '1', '0', { market: true, stopPrice: '95', positionSide: 'long', reduceOnly: true }),
    );
    market.range = { lowTicks: 9_400, highTicks: 10_000 };
    const beat = OPENED_AT / 250 + 4;
    const events = [...story.and(advance(beat * 250 + 30_000, beat)).realm.events];
    expect(differences(events)).toEqual([]);
    const named = events.map((event) =>
      event.type === 'ContractOrderMatched' && event.actor === 'market'
        ? { ...event, data: { ...(event.data as object), beat: beat + 1 } }
        : event,
    );
    expect(differences(named)).toEqual([
      expect.stringMatching(new RegExp(`: trade (\\S+) in beat ${beat + 1}, and trade \\1 in beat ${beat}$`, 'u')),
    ]);
  });

  describe('of a share with a dividend', () => {
    /** Ann is long and Bob short at 100; what follows happens at its own mark. */
    const opened = () => {
      const market = new PerpetualMarket();
      const story = contractStory({ market }).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
      return { story, market };
    };
    /** A mark of 75 liquidates Ann at this instant. */
    const liquidated = ({ story, market }: ReturnType<typeof opened>, instant: number) => {
      market.mark = 7_500;
      const due = liquidation('ann', 'long', { beat: instant / 250, fund: FUND });
      return [...story.and(at(Math.max(instant, OPENS_AT - 800_000), due)).realm.events];
    };
    const traded = at(OPENS_AT + 1_000, {
      ...order('bob', 'buy', '1', '105', { positionSide: 'short' }),
      actor: 'user:bob',
    });
    const found = (events: readonly RecordedEvent[]) =>
      differences(events, exDated).map((each) => each.replace(/(trade|position of) \S+/u, '$1'));

    it('finds nothing where it came first, or nobody had anything open', () => {
      const passed = opened();
      passed.story.and(pass, traded);
      expect(found(liquidated(passed, OPENS_AT + 60_000))).toEqual([]);
      const later = contractStory().and(
        at(OPENS_AT + 500, order('bob', 'sell', '2', '100')),
        at(OPENS_AT + 500, order('ann', 'buy', '2', '100')),
        traded,
      );
      expect(found([...later.realm.events])).toEqual([]);
    });

    it('finds what was judged or traded before it, by users or by the market', () => {
      expect(found(liquidated(opened(), OPENS_AT + 60_000))).toEqual([
        'PositionLiquidated: the long position of by the mark 75, and before it a-1',
      ]);
      const { story, market } = opened();
      story.and(
        order('ann', 'sell', '1', '0', { market: true, stopPrice: '95', positionSide: 'long', reduceOnly: true }),
      );
      market.range = { lowTicks: 9_400, highTicks: 10_000 };
      const beat = (OPENS_AT + 1_000) / 250;
      const reached = story.and(advance(OPENS_AT + 1_000, beat));
      expect(found([...reached.realm.events])).toEqual([
        `ContractOrderMatched: trade in beat ${beat}, and before it a-1`,
      ]);
      expect(found([...opened().story.and(traded).realm.events])).toEqual([
        'ContractOrderMatched: trade while the market was open, and before it a-1',
      ]);
    });

    it('finds what comes after it and is of before the open', () => {
      const passed = opened();
      passed.story.and(pass);
      const early = liquidated(passed, OPENS_AT - 60_000);
      expect(new Set(found(early).map((each) => each.split(', and ')[1]))).toEqual(
        new Set(['nothing of before a-1 once it is carried out']),
      );
    });
  });
});
