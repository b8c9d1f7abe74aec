import { beforeEach, describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../shared/language.js';
import { format } from '../../../../shared/money.js';
import { textsOf } from '../../../../test/kit/words.js';
import { verifyRows } from '../../../audit/history.check.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Notification } from '../../../core/notification.js';
import { ordersOf } from '../../../trading/matching/book.js';
import { contractFeature } from '../contract.feature.js';
import { contractNotifications } from '../contract.notifications.js';
import {
  gapWarning,
  leverage,
  liquidation,
  margin,
  mode,
  nextBeat,
  order,
  ownerOf,
  PerpetualMarket,
  quiz,
  SYMBOL,
  uncovered,
  warning,
  world,
  type World,
} from '../contract.testkit.js';
import type { PositionFacts } from '../position/position.events.js';
import { contractOf, positionKind } from '../position/position.state.js';

/** Margins are raised now, and have to cover a gap of 12%: an opening puts up 14.4%, so 6 times at most. */
const RAISED = { raisesAt: 0, closesAt: 1_000_003_600_000, opensAt: 1_000_060_000_000, rate: '0.12' };
/** They will be within the hour. */
const COMING = { raisesAt: 1_000_000_000_000, closesAt: 1_000_003_600_000, opensAt: 1_000_060_000_000, rate: '0.12' };
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const kinds = contractFeature.streams.map(({ kind }) => kind);
const audited = ({ realm }: World) => verifyRows('demo', realm.rows, [...kinds, GIVEN]);
const money = (played: World, person: string) => played.funds(ownerOf(person), 'USDT', 'contract');
function sideOf({ realm }: World, person: string, side: 'long' | 'short') {
  const holding = contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL)[side];
  return holding && [holding.lots, format(holding.margin)];
}
const restingOf = (played: World, person: string) => ordersOf(played.state.book, ownerOf(person));
const pricesOf = (played: World, person: string) =>
  restingOf(played, person).map(({ order: { priceTicks } }) => priceTicks);
const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);
const dataOf = <Type extends keyof PositionFacts>(events: readonly RecordedEvent[], wanted: Type) =>
  events.filter(({ type }) => type === wanted).map(({ data }) => data as PositionFacts[Type]);

let market: PerpetualMarket;
let opened: World;

/** Ann is long 2 at 100 with 20.09 of margin, Bob short with 20.11. */
beforeEach(() => {
  market = new PerpetualMarket();
  opened = world(market).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
});

describe('a position that is short of the gap', () => {
  it('is reduced to what its margin covers, and what comes back stays in its margin', () => {
    // Needed: 200 x 0.12 and a fee of 0.1. After that fee 19.99 are left: they open 19.99 / 0.144 = 138.8, which is 1,388 lots.
    const beat = nextBeat();
    const { events } = opened.when(liquidation('ann', 'long', { beat, gap: RAISED }));
    expect(dataOf(events, 'PositionLiquidated')).toMatchObject([
      {
        gap: RAISED,
        step: 'reduce',
        lots: 2_000,
        orderLots: 612,
        filledLots: 612,
        limitPrice: '97',
        marginBalance: '20.09',
        maintenanceMargin: '24',
        closingFee: '0.1',
        maintenanceRate: '0.12',
        isSpent: false,
      },
    ]);
    // 612 lots at 99: a loss of 0.612 and a fee of 0.030294.
    expect(dataOf(events, 'PositionReduced')).toMatchObject([
      { cause: 'gap', lots: 612, price: '99', realised: '-0.612', fee: '0.030294', released: '0' },
    ]);
    expect([sideOf(opened, 'ann', 'long'), money(opened, 'ann')]).toEqual([[1_388, '19.447706'], '979.81 19.447706']);
    opened.when(liquidation('ann', 'long', { beat, gap: RAISED })).answers({ step: 'none' });
    expect(audited(opened)).toEqual([]);
  });

  it('may be a short, and one-way', () => {
    const oneWay = world(market).and(
      mode('ann', 'one-way'),
      order('bob', 'buy', '2', '100'),
      order('ann', 'sell', '2', '100', { positionSide: 'both' }),
    );
    for (const story of [opened, oneWay]) {
      const person = story === opened ? 'bob' : 'ann';
      story.when(liquidation(person, 'short', { gap: RAISED })).answers({ step: 'reduce' });
      // After the fee of closing at 100 it has 20.01: 138.9 are covered.
      expect(sideOf(story, person, 'short')?.[0]).toBe(1_389);
      expect(audited(story)).toEqual([]);
    }
  });

  it('keeps its orders: those that open put up enough, and those that close shrink with it', () => {
    const resting = opened.and(order('ann', 'sell', '2', '120', { positionSide: 'long' }));
    const { events } = resting.when(liquidation('ann', 'long', { gap: RAISED }));
    expect(typesOf(events)).not.toContain('ContractOrderCancelled');
    expect(restingOf(resting, 'ann').map(({ remainingLots }) => remainingLots)).toEqual([1_388]);
  });

  it('waits for the next beat where the market gives no more, and is never taken over', () => {
    market.away = 400;
    const beat = nextBeat();
    const { events } = opened.when(liquidation('ann', 'long', { beat, gap: RAISED }));
    expect(dataOf(events, 'PositionLiquidated')).toMatchObject([{ filledLots: 0, isSpent: true }]);
    opened.when(liquidation('ann', 'long', { beat, gap: RAISED })).answers({ step: 'none' });
    market.away = 100;
    opened.when(liquidation('ann', 'long', { gap: RAISED })).answers({ step: 'reduce' });
    expect(sideOf(opened, 'ann', 'long')?.[0]).toBe(1_388);
  });

  it('is closed where its margin covers no lot, and is not called liquidated for it', () => {
    const one = world(market).and(order('bob', 'sell', '0.001', '100'), order('ann', 'buy', '0.001', '100'));
    const { events } = one.when(liquidation('ann', 'long', { gap: RAISED }));
    expect(dataOf(events, 'PositionClosed')).toMatchObject([{ cause: 'gap', lots: 1 }]);
    expect(money(one, 'ann').endsWith(' 0')).toBe(true);
    expect(audited(one)).toEqual([]);
  });

  it('is nobody whose margin covers it, nobody before margins are raised, and nobody while the market is shut', () => {
    opened.when(liquidation('ann', 'long', { gap: { ...RAISED, rate: '0.09' } })).answers({ step: 'none' });
    opened.when(liquidation('ann', 'long', { gap: COMING })).answers({ step: 'none' });
    opened.when(liquidation('ann', 'long', { gap: { ...RAISED, opensAt: 0 } })).answers({ step: 'none' });
    market.isOpen = false;
    opened.when(liquidation('ann', 'long', { gap: RAISED })).answers({ step: 'none' });
    Object.assign(market, { isOpen: true, phase: 'call' });
    opened.when(liquidation('ann', 'long', { gap: RAISED })).answers({ step: 'none' });
  });

  it('is liquidated as ever where its margin is spent', () => {
    market.mark = 9_036;
    const { events } = opened.when(liquidation('ann', 'long', { gap: RAISED }));
    expect(dataOf(events, 'PositionLiquidated')).toMatchObject([
      { gap: null, orderLots: 2_000, maintenanceRate: '0.004' },
    ]);
    expect(dataOf(events, 'PositionClosed').every(({ cause }) => cause === 'liquidation')).toBe(true);
  });

  it('is not warned of its liquidation by the raised rates', () => {
    market.mark = 9_200;
    opened.when(warning('ann', 'long', { gap: RAISED })).then();
  });
});

describe('while margins are raised', () => {
  const raised = { margin: { gap: RAISED } };

  it('an order opens by what covers the gap, whatever its owner chose', () => {
    // 200 / 6, and the fees of 200 and of 166.67.
    expect(money(opened.and(order('cid', 'buy', '2', '95', raised)), 'cid')).toBe('966.48333334 33.51666666');
    const usual = world().and(order('cid', 'buy', '2', '95', { margin: { gap: COMING } }));
    expect(money(usual, 'cid')).toBe('979.81 20.19');
  });

  it('what it opens is not reduced', () => {
    const story = opened.and(order('cid', 'buy', '2', '101', raised));
    story.when(liquidation('cid', 'long', { gap: RAISED })).answers({ step: 'none' });
    expect(sideOf(story, 'cid', 'long')?.[0]).toBe(2_000);
  });

  it('a higher leverage is refused, and one that stands is no news', () => {
    opened.when(leverage('cid', 7, RAISED)).then('contract.leverage-out-of-range');
    opened.when(leverage('cid', 6, RAISED)).then('PositionLeverageSet');
    opened.when(leverage('cid', 6, RAISED)).then('contract.leverage-unchanged');
  });

  it('margin is taken out down to what opening takes, and as ever before', () => {
    const more = opened.and(margin('ann', 'long', '20'));
    // 40.09 less 200 / 6 and the fee of 0.1.
    expect(more.when(margin('ann', 'long', '-6.66', RAISED)).refusal?.params).toMatchObject({ maximum: '6.65666666' });
    more.when(margin('ann', 'long', '-6.65', RAISED)).then('PositionMarginAdjusted');
    more.when(margin('ann', 'long', '-13.3', COMING)).then('PositionMarginAdjusted');
  });

  it('in a call no margin is taken out and no leverage raised, for the next mark may jump', () => {
    const rich = opened.and(quiz('ann'), margin('ann', 'long', '300'));
    market.phase = 'call';
    expect(rich.when(margin('ann', 'long', '-1', RAISED)).refusal?.params).toMatchObject({ maximum: '0' });
    rich.when(margin('ann', 'long', '1', RAISED)).then('PositionMarginAdjusted');
    expect(rich.when(leverage('ann', 11)).refusal?.params).toMatchObject({ maximum: 10 });
    rich.when(leverage('ann', 9)).then('PositionLeverageSet');
  });

  it('while the market is shut neither is changed', () => {
    market.isOpen = false;
    opened.when(margin('ann', 'long', '-1', RAISED)).then('market.closed');
    opened.when(leverage('ann', 6, RAISED)).then('market.closed');
  });
});

describe('orders that rest as margins are raised', () => {
  it('are cancelled where they would open with less, and no others', () => {
    const story = opened.and(
      order('ann', 'buy', '1', '80'),
      order('ann', 'sell', '2', '120', { positionSide: 'long' }),
      order('ann', 'buy', '1', '81', { margin: { gap: RAISED } }),
      order('bob', 'sell', '1', '130'),
    );
    story.when(uncovered('ann', COMING)).then();
    const cancelled = { type: 'ContractOrderCancelled', data: expect.objectContaining({ reason: 'gap' }) as unknown };
    story.when(uncovered('ann', RAISED)).then(cancelled);
    expect(pricesOf(story, 'ann')).toEqual([12_000, 8_100]);
    story.when(uncovered('ann', RAISED)).then();
    expect(pricesOf(story, 'bob')).toEqual([13_000]);
    expect(audited(story)).toEqual([]);
  });
});

describe('the warning before margins are raised', () => {
  it('says once for each close what is missing', () => {
    // 200 x 0.144 and the fee of 0.1, less 20.09.
    const { events } = opened.when(gapWarning('ann', 'long', { gap: COMING }));
    expect(dataOf(events, 'PositionGapWarned')).toMatchObject([
      { marginBalance: '20.09', marginNeeded: '28.9', missing: '8.81', gap: COMING },
    ]);
    opened.when(gapWarning('ann', 'long', { gap: COMING })).then();
    opened
      .when(gapWarning('ann', 'long', { gap: { ...COMING, closesAt: 1_000_009_000_000 } }))
      .then('PositionGapWarned');
  });

  it('is true: with what was missing nothing is reduced, and without it something is', () => {
    const added = opened.and(margin('ann', 'long', '8.81'));
    added.when(liquidation('ann', 'long', { gap: RAISED })).answers({ step: 'none' });
    added.when(liquidation('bob', 'short', { gap: RAISED })).answers({ step: 'reduce' });
  });

  it('comes to nobody whose margin covers it, and not once margins are raised', () => {
    opened.when(gapWarning('ann', 'long', { gap: { ...COMING, rate: '0.09' } })).then();
    opened.when(gapWarning('ann', 'long', { gap: RAISED })).then();
    opened.when(gapWarning('cid', 'long', { gap: COMING })).then();
    market.isOpen = false;
    opened.when(gapWarning('ann', 'long', { gap: COMING })).then();
  });
});

const languages = Object.keys(LANGUAGES) as Language[];
const told = (events: readonly RecordedEvent[]): Notification[] =>
  events.flatMap((event) => contractNotifications[0]?.on[event.type]?.(event) ?? []);
function said({ template, values }: Notification, language: Language, key: string): string {
  const text = textsOf(language).get(`${key.replace('*', template)}`) ?? `no ${key} of ${template}`;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

describe('what its owner reads', () => {
  const both = () => [
    ...opened.when(gapWarning('ann', 'long', { gap: COMING })).events,
    ...opened.when(liquidation('ann', 'long', { gap: RAISED })).events,
  ];

  it('in the app and by letter: what will happen, when, and how much is missing', () => {
    const [warned, reduced] = told(both());
    expect(warned?.letter).toEqual({ template: warned?.template, values: warned?.values });
    expect(said(warned as Notification, 'en', 'message-box:*.body')).toBe(
      'BTCUSDT-PERP closes at 1000003600000. From 1000000000000 until it opens again, margin must cover a gap of 12%. Your long position needs 8.81 USDT more. Add margin or reduce it. Otherwise we reduce it to what its margin covers.',
    );
    expect(said(reduced as Notification, 'en', 'message-box:*.body')).toBe(
      'Your long position in BTCUSDT-PERP did not cover a gap of 12%. Mark price: 100 USDT. We closed 0.612 of its 2 BTC. What was released stays in its margin.',
    );
  });

  it.each(languages)('is whole in %s, for longs and shorts', (language) => {
    const events = [
      ...both(),
      ...opened.when(gapWarning('bob', 'short', { gap: COMING })).events,
      ...opened.when(liquidation('bob', 'short', { gap: RAISED })).events,
    ];
    const notes = told(events);
    expect(notes.map(({ template }) => template)).toEqual([
      'contract-gap-warned-long',
      'contract-gap-reduced-long',
      'contract-gap-warned-short',
      'contract-gap-reduced-short',
    ]);
    for (const note of notes)
      for (const key of ['message-box:*.title', 'message-box:*.body', 'mail:*.subject', 'mail:*.body'])
        expect(said(note, language, key)).not.toMatch(/undefined|^no |\{\{/);
  });
});
