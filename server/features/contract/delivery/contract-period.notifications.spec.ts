import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import { LANGUAGES, type Language } from '../../../../shared/language.js';
import { textsOf } from '../../../../test/kit/words.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Notification } from '../../../core/notification.js';
import { periodNotifications } from './contract-period.notifications.js';
import { contractTimeline } from '../contract.timeline.js';
import { contractWorld, KnownContracts, orderIn } from './contract-period.testkit.js';
import { order, ownerOf, people, SYMBOL } from '../contract.testkit.js';

const DELIVERY = 'BTCUSDT-261204';
const all = { ownerIds: people.map(ownerOf), isLast: false };
const opened = () => contractWorld().and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
const dividend = {
  type: 'PassDividend',
  data: { ...all, symbol: SYMBOL, actionId: 'action-1', perShare: '0.5' },
};
const split = {
  type: 'SplitPositions',
  data: { ...all, symbol: SYMBOL, actionId: 'action-1', newShares: 2, oldShares: 1, price: '50' },
};
function delivered() {
  const facts = new KnownContracts();
  facts.settlement = amount('107.5');
  return contractWorld({ facts, symbol: DELIVERY })
    .and(orderIn(DELIVERY, 'bob', 'sell', '2', '100'), orderIn(DELIVERY, 'ann', 'buy', '2', '100'))
    .when({ type: 'DeliverContract', data: { ...all, symbol: DELIVERY } }).events;
}
const delisted = () =>
  opened().when({ type: 'SettleDelistedContract', data: { ...all, symbol: SYMBOL, price: '93' } }).events;

const languages = Object.keys(LANGUAGES) as Language[];
const told = (events: readonly RecordedEvent[]): Notification[] =>
  events.flatMap((event) => periodNotifications[0]?.on[event.type]?.(event) ?? []);

function said({ template, values }: Notification, language: Language, part: 'title' | 'body'): string {
  const text = textsOf(language).get(`message-box:${template}.${part}`) ?? `no ${template}.${part}`;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
const bodies = (events: readonly RecordedEvent[]) => told(events).map((each) => said(each, 'en', 'body'));

describe('what the owner of a position reads', () => {
  it('after a delivery, with the price and what came back', () => {
    expect(bodies(delivered())).toEqual([
      'Your position of 2 BTC settled at 107.5 USDT. Realised PnL: 15 USDT. 35.09 USDT are back in your delivery account.',
      'Your position of 2 BTC settled at 107.5 USDT. Realised PnL: -15 USDT. 5.11 USDT are back in your delivery account.',
    ]);
  });

  it('after a delisting', () => {
    expect(bodies(delisted())[0]).toBe(
      'Its underlying was delisted, so your position of 2 BTC settled at 93 USDT. Realised PnL: -14 USDT. 6.09 USDT are available again.',
    );
  });

  it('of a dividend, paid or received, and of a split', () => {
    expect(bodies(opened().when(dividend).events)).toEqual([
      'You are long 2 and got 1 USDT: 0.5 USDT each. It was added to your margin.',
      'You are short 2 and paid 1 USDT: 0.5 USDT each. It came from your margin.',
    ]);
    expect(bodies(opened().when(split).events)[0]).toBe(
      'Your position of 2 is now 4. Entry and liquidation price changed in proportion; your margin is the same.',
    );
  });

  it('is nothing where they closed it, and one message for each event', () => {
    const closing = order('ann', 'sell', '2', '99', { positionSide: 'long' });
    expect(told(opened().when(closing).events)).toEqual([]);
    const ids = [...delivered(), ...delisted(), ...opened().when(dividend).events].flatMap((event) =>
      told([event]).map(({ messageId }) => messageId),
    );
    expect(new Set(ids).size).toBe(6);
  });

  it.each(languages)('is whole in %s', (language) => {
    const events = [...delivered(), ...delisted(), ...opened().when(dividend).events, ...opened().when(split).events];
    for (const each of told(events))
      for (const part of ['title', 'body'] as const)
        expect(said(each, language, part)).not.toMatch(/undefined|^no |\{\{/);
  });

  it.each(languages)('has its sentence for staff in %s', (language) => {
    const funded = { symbol: SYMBOL, index: '0.02', dueAt: 1, shortfall: '0', rounding: '0' };
    const events = [
      { type: 'PositionFunded', data: { ...funded, paid: '0.04' } },
      { type: 'PositionFunded', data: { ...funded, paid: '-0.04' } },
      ...opened().when(dividend).events,
      ...opened().when(split).events,
    ];
    const words = textsOf(language);
    const found = events.flatMap(({ type, data }) =>
      contractTimeline.sentences.filter((each) => each.type === type).map((each) => each.describe(data, new Set())),
    );
    expect(found).toHaveLength(6);
    for (const { sentence, values } of found) {
      const text = words.get(`console:console.timeline.${sentence}`) ?? '';
      const names = [...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name);
      expect(names.sort()).toEqual(Object.keys(values).sort());
    }
  });
});
