import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../core/event.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { amount } from '../../../../shared/money.js';
import { KnownContracts } from '../delivery/contract-period.testkit.js';
import { order, PerpetualMarket, SYMBOL, warning } from '../contract.testkit.js';
import { contractFindings, contractStory, fundingSteps, tampered, without } from './contract-check.testkit.js';

const OPENED_AT = 1_000_000;

/** The mark of a beat triggers a stop of Ann's, and moves a trailing one. */
function beaten(): RecordedEvent[] {
  const market = new PerpetualMarket();
  const beat = OPENED_AT / 250 + 4;
  const story = contractStory({ market }).and(
    order('bob', 'sell', '2', '100'),
    order('ann', 'buy', '2', '100'),
    order('ann', 'sell', '1', '0', { market: true, stopPrice: '95', positionSide: 'long', reduceOnly: true }),
  );
  const trailing = { callback: '9%', positionSide: 'long', reduceOnly: true } as const;
  story.and(order('ann', 'sell', '1', '0', trailing));
  market.range = { lowTicks: 9_400, highTicks: 10_200 };
  const advanced = { type: 'AdvanceContractMarket', data: { symbol: SYMBOL, beat, missed: null }, actor: 'market' };
  return [...story.and(at(beat * 250, advanced)).realm.events];
}

/** Bob closes by an order that says which beat was the last before it. */
function closedAhead(decidedTo: number): RecordedEvent[] {
  const story = contractStory().and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
  const before = story.realm.events.length;
  const closing = order('bob', 'buy', '1', '110', { positionSide: 'short' });
  story.and(at(OPENED_AT + 2_000, { ...closing, data: { ...closing.data, decidedTo } }));
  return story.realm.events.slice(before);
}

const WARNED_AT = OPENED_AT + 1_000;
const WARNED_BEAT = WARNED_AT / 250;
/** Users trade with one another, with agents out of reach, so many milliseconds after a beat's first step. */
const trade = (after: number) => [
  at(WARNED_AT + after, order('bob', 'sell', '0.5', '96')),
  at(WARNED_AT + after, order('ann', 'buy', '0.5', '96')),
];

/** Ann and Cid are warned by the same mark of one beat; users trade between the two. */
function warned(...between: ReturnType<typeof trade>): RecordedEvent[] {
  const market = new PerpetualMarket();
  const longs = ['ann', 'cid'].flatMap((long) => [order('bob', 'sell', '2', '100'), order(long, 'buy', '2', '100')]);
  const story = contractStory({ market }).and(...longs);
  Object.assign(market, { mark: 9_045, away: 4_000 });
  const [ann, cid] = ['ann', 'cid'].map((long) => at(WARNED_AT, warning(long, 'long', { beat: WARNED_BEAT })));
  story.and(ann as NonNullable<typeof ann>, ...between, cid as NonNullable<typeof cid>);
  return [...story.realm.events];
}

/** Users trade between the charge of a funding and its end. */
function fundedAround(...between: readonly ReturnType<typeof trade>[number][]): RecordedEvent[] {
  const facts = new KnownContracts();
  const rate = amount('0.0001');
  facts.fundings.push({ at: WARNED_AT, rate, premium: rate, mark: amount('100') });
  const [charge, post] = fundingSteps(WARNED_AT) as [
    ReturnType<typeof fundingSteps>[number],
    ReturnType<typeof fundingSteps>[number],
  ];
  const story = contractStory({ facts }).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
  story.and(charge, ...between, post);
  return [...story.realm.events];
}

function swapped(events: readonly RecordedEvent[], ...types: readonly [string, string]): RecordedEvent[] {
  const [one, other] = types.map((type) => events.findLast((event) => event.type === type) as RecordedEvent);
  return events.map((event) =>
    event === one ? (other as RecordedEvent) : event === other ? (one as RecordedEvent) : event,
  );
}

describe('the order within a beat and around it', () => {
  const decided = beaten();
  const [DECIDED, TRIGGERED] = ['ContractBeatDecided', 'ContractOrderTriggered'];
  const as = (type: string, data: object): RecordedEvent => {
    const event = decided.findLast((each) => each.type === TRIGGERED) as RecordedEvent;
    return { ...event, type, data: { symbol: SYMBOL, ...data } };
  };
  const after = (type: string, ...more: RecordedEvent[]) =>
    decided.flatMap((event) => (event.type === type ? [event, ...more] : [event]));

  it('is that of the history', () => {
    expect(contractFindings(decided)).toEqual([]);
    expect(decided.map(({ type }) => type)).toEqual(expect.arrayContaining([DECIDED, TRIGGERED]));
  });

  it.each<[string, readonly RecordedEvent[], string]>([
    ['a beat that was deleted', without(decided, DECIDED), 'BTCUSDT-PERP: OrderTriggered belongs to no beat'],
    [
      'a tape that comes after what it triggered',
      after(TRIGGERED, as('ContractLastTradeMoved', { lastTicks: 9_400 })),
      'BTCUSDT-PERP: the tape came after what it triggered',
    ],
    [
      'a trigger that comes after trailing stops have followed',
      swapped(decided, TRIGGERED, 'ContractOrderTrailed'),
      'BTCUSDT-PERP: OrderTriggered came after trailing stops had followed',
    ],
    [
      'a beat that is decided after a later order',
      tampered(decided, { type: DECIDED, data: { beat: OPENED_AT / 250 - 300 } }),
      `BTCUSDT-PERP: beat ${OPENED_AT / 250 - 300} was decided after an order of`,
    ],
    [
      'an order that says it went before a beat that was decided',
      [...decided, ...closedAhead(OPENED_AT / 250)],
      `says that beat ${OPENED_AT / 250} was the last, and ${OPENED_AT / 250 + 4} was`,
    ],
    [
      'a position that was judged by another mark than that of its beat',
      tampered(warned(), { type: 'PositionWarned', data: { markPrice: '90.44' } }),
      `BTCUSDT-PERP: beat ${WARNED_BEAT} had the mark 90.45, and nobody traded since`,
    ],
    [
      'users who traded with one another between two steps of a beat',
      warned(...trade(1_250)),
      `BTCUSDT-PERP: beat ${WARNED_BEAT} was decided after an order of ${new Date(WARNED_AT + 1_250).toISOString()}`,
    ],
  ])('finds %s', (_, events, what) => {
    expect(contractFindings(events).join('\n')).toContain(what);
  });

  it('takes orders that were sent before the beat began, those while a funding is settled, and those whose instant nobody knows', () => {
    expect(warned().filter(({ type }) => type === 'PositionWarned')).toHaveLength(2);
    for (const events of [warned(), warned(...trade(250)), fundedAround(), fundedAround(...trade(1_250))])
      expect(contractFindings(events)).toEqual([]);
    // An order has the instant of what came before it where that is later than its own.
    const late = {
      type: 'InsuranceFundGranted',
      stream: 'other-1',
      at: WARNED_AT + 1_250,
      postings: [],
      correlation: 'x',
    };
    const events = warned(...trade(1_250));
    const first = events.findIndex(({ at: instant }) => instant === late.at);
    const known = { ...(events[first] as RecordedEvent), ...late };
    expect(contractFindings(events.toSpliced(first, 0, known))).toEqual([]);
  });
});
