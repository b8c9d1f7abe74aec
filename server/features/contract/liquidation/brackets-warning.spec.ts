import { beforeEach, describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../shared/language.js';
import { textsOf } from '../../../../test/kit/words.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Notification } from '../../../core/notification.js';
import { contractNotifications } from '../contract.notifications.js';
import {
  bracketsWarning,
  liquidation,
  margin,
  order,
  ownerOf,
  PerpetualMarket,
  SYMBOL,
  world,
  type World,
} from '../contract.testkit.js';
import { logOf, unlikeInLog } from '../position/position-log.testkit.js';
import { contractOf, positionKind } from '../position/position.state.js';

/** Ten per cent of a position, and the fee of closing it: 20.1 of 200. */
const STRICT = { version: 2, from: 1_000_000_000_000, brackets: [{ to: '5000', leverageMax: 5, rate: '0.1' }] };
const STRICTER = { version: 3, from: 2_000_000_000_000, brackets: [{ to: '5000', leverageMax: 2, rate: '0.2' }] };
const coming = [STRICT, STRICTER];

let market: PerpetualMarket;
let opened: World;

/** Ann is long 2 at 100 with 20.09 of margin, Bob short with 20.11. */
beforeEach(() => {
  market = new PerpetualMarket();
  opened = world(market).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
});

const dataOf = (events: readonly RecordedEvent[]) => events.map(({ type, data }) => ({ type, ...(data as object) }));
const warnedOf = ({ realm }: World, person: string) =>
  contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL).bracketsWarned;

describe('the warning of new brackets', () => {
  it('says once for each table what is missing, and by which it was decided', () => {
    // 20.1 / 0.8, less 20.09.
    const { events } = opened.when(bracketsWarning('ann', 'long', { coming }));
    expect(dataOf(events)).toMatchObject([
      {
        type: 'PositionBracketsWarned',
        marginBalance: '20.09',
        marginNeeded: '25.125',
        missing: '5.035',
        from: STRICT.from,
        policies: [
          { name: 'contract.crypto', version: 2, inputs: { to1: '5000', rate1: '0.1' } },
          { name: 'contract.rules', version: 1, inputs: { warningAt: '0.8' } },
        ],
      },
    ]);
    opened.when(bracketsWarning('ann', 'long', { coming })).then();
    opened.when(bracketsWarning('ann', 'long', { coming, version: 3 })).then('PositionBracketsWarned');
    opened.when(bracketsWarning('ann', 'long', { coming })).then();
    expect(warnedOf(opened, 'ann')).toEqual({ long: [2, 3], short: [] });
  });

  it('is true: with what was missing nothing is liquidated, and without it something is', () => {
    const { brackets } = STRICT;
    opened.when(liquidation('bob', 'short', { brackets })).answers({ step: 'none' });
    const added = opened.and(margin('ann', 'long', '5.035'));
    added.when(liquidation('ann', 'long', { brackets })).answers({ step: 'none' });
    const other = world().and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
    other.when(liquidation('ann', 'long', { brackets })).answers({ step: 'reduce' });
  });

  it('comes to nobody whose margin covers them, and not once positions follow them', () => {
    opened.when(bracketsWarning('bob', 'short', { coming })).then();
    opened.when(bracketsWarning('cid', 'long', { coming })).then();
    opened.when(bracketsWarning('ann', 'long', { coming: [{ ...STRICT, from: 0 }] })).then();
    opened.when(bracketsWarning('ann', 'long', { coming: [], version: 2 })).then();
  });

  it('comes while the market is shut too, by the mark price of before', () => {
    market.isOpen = false;
    opened.when(bracketsWarning('ann', 'long', { coming })).then();
    const { events } = opened.when(bracketsWarning('ann', 'long', { coming, shutMark: '99' }));
    expect(dataOf(events)).toMatchObject([{ markPrice: '99', marginBalance: '18.09' }]);
  });

  it('comes again for a position that was closed and opened', () => {
    opened.when(bracketsWarning('ann', 'long', { coming })).then('PositionBracketsWarned');
    opened.and(order('ann', 'sell', '2', '99', { positionSide: 'long' }));
    expect(warnedOf(opened, 'ann')).toEqual({ long: [], short: [] });
    opened.and(order('ann', 'buy', '2', '101'));
    opened.when(bracketsWarning('ann', 'long', { coming, version: 3 })).then('PositionBracketsWarned');
  });
});

describe('the log of the position', () => {
  it('has what was missing, from when on and by which versions, and its owner computes it alike', () => {
    const { realm } = opened.and(bracketsWarning('ann', 'long', { coming }));
    const log = logOf([...realm.events], 'ann', 'long');
    expect(log.at(-1)).toMatchObject({
      kind: 'brackets-warned',
      missing: '5.035',
      warningAt: '0.8',
      from: STRICT.from,
      policies: [
        { name: 'contract.crypto', version: 2 },
        { name: 'contract.rules', version: 1 },
      ],
    });
    expect(unlikeInLog(log, 'long')).toEqual([]);
    expect(
      unlikeInLog(
        log.map((each) => ({ ...each, missing: '5' })),
        'long',
      ),
    ).toEqual([expect.stringContaining('missing is 5, computed 5.035')]);
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
  it('in the app and by letter: from when on, and how much is missing', () => {
    const [warned] = told(opened.when(bracketsWarning('ann', 'long', { coming })).events);
    expect(warned?.letter).toEqual({ template: warned?.template, values: warned?.values });
    expect(said(warned as Notification, 'en', 'message-box:*.body')).toBe(
      `New margin brackets apply to ${SYMBOL} from ${STRICT.from}. We then liquidate your long position, in part or in full. Add 5.04 USDT of margin before then to be safe, or reduce it.`,
    );
  });

  it.each(languages)('is whole in %s, for longs and shorts', (language) => {
    const notes = told([
      ...opened.when(bracketsWarning('ann', 'long', { coming })).events,
      ...opened.when(bracketsWarning('bob', 'short', { coming, version: 3 })).events,
    ]);
    expect(notes.map(({ template }) => template)).toEqual([
      'contract-brackets-warned-long',
      'contract-brackets-warned-short',
    ]);
    for (const note of notes)
      for (const key of ['message-box:*.title', 'message-box:*.body', 'mail:*.subject', 'mail:*.body'])
        expect(said(note, language, key)).not.toMatch(/undefined|^no |\{\{/);
  });
});
