import { describe, expect, it } from '@jest/globals';
import { KIND_OF, timelineSentence } from '../../server/staff/sentences.js';
import { filesBelow, readJson } from '../../test/kit/sources.js';
import { sentenceOf } from './sentence.js';
import { textsOf } from '../../test/kit/words.js';

const english = textsOf('en');
type Golden = Record<string, Record<string, unknown>>;
const nouns = [
  'deposit',
  'withdrawal',
  'payee',
  'account',
  'transfer',
  'conversion',
  'spot',
  'contract',
  'position',
  'security',
  'risk',
  'credit',
  'identity',
  'c2c',
  'c2c-chat',
  'recovery',
  'review',
  'wallet',
  'message',
  'support',
  'invitation',
  'fund',
  'reward',
  'loan',
  'subscription',
];
const golden: Golden = Object.assign({}, ...nouns.map((noun) => readJson<Golden>(`test/golden/events/${noun}.json`)));

/** As the console's translator fills in values; an unknown key answers itself. */
function translate(key: string, values: Record<string, unknown> = {}): string {
  const text = english.get(`console:${key}`) ?? english.get(key.replace('.', ':'));
  return text === undefined ? key : text.replace(/%\{(\w+)\}/g, (hole, value: string) => String(values[value] ?? hole));
}

/**
 * The house's own: catalogue, market, rules, texts, staff; the room where requests wait, whose noun says what became of them; and what
 * somebody watches, which is no business of the staff.
 */
const OF_NOBODY =
  /^(Content|Contract(Fund|PositionsAdjusted|Settled)|CorporateAction|Custody(Cover|Rate|Treasury)|Epoch|FeeVoucher(Date|sBegun)|Fund(Flow|Opened|Str)|Halt(Proposed|Rejected|Withdrawn)|Instrument|Insurance|Invitation(Date|RewardsBegun)|Lending|Liabilities|Market|NewCoin|OptionCover|OptionHouse|Policy|Reconcil|Review|Seller|SettlementApproved|Staff|Trading(Halted|Resumed)|(Spot|Contract)(Auction|Beat|Book|ClosingAuction|Impact|LastTrade|OrderTrailed|TriggersDeferred)|Watchlist)/;
/** Stored together with an event of the timeline, or only a counter. */
const SHOWN_ELSEWHERE = new Set([
  ...['C2cMessagesRead', 'C2cPlaceTaken', 'C2cPlaceFreed', 'DepositPlaceTaken', 'DepositPlaceFreed'],
  ...['DepositIndexTaken', 'DepositAddressOpened', 'DepositProgressed', 'DocumentClaimed', 'DocumentReleased'],
  ...['MessageSent', 'MessagesRead', 'WithdrawalCounted'],
]);

describe('the timeline of a user', () => {
  it.each(Object.keys(KIND_OF))('says %s in words, with every value filled in', (type) => {
    for (const data of Object.values(golden[type] ?? {})) {
      const sentence = sentenceOf(timelineSentence(type, data, new Set(['demo-carol'])), translate, 'en');
      expect(sentence).not.toMatch(/%\{|console\.|review\.|undefined/);
      expect(sentence.length).toBeGreaterThan(10);
    }
  });

  it('tells every event there is, but for those that are nothing that happened to a person', () => {
    const types = filesBelow('test/golden/events').flatMap((path) => Object.keys(readJson<Golden>(path)));
    const unlisted = types.filter((type) => !(type in KIND_OF));
    expect(unlisted.filter((type) => !OF_NOBODY.test(type) && !SHOWN_ELSEWHERE.has(type))).toEqual([]);
    expect([...SHOWN_ELSEWHERE].filter((type) => !unlisted.includes(type))).toEqual([]);
  });

  it.each([
    ['WithdrawalRequested', { kind: 'bank', network: null }, 'Requested a 1,000 USDT bank withdrawal'],
    ['WithdrawalSent', { hash: null, reference: 'R-1' }, 'Withdrawal ordered at the bank.'],
    ['PayeeRemoved', { kind: undefined }, 'Removed an address book entry.'],
    ['PayeeRemoved', { kind: 'card' }, 'Removed a bank account.'],
    ['PositionOpened', {}, 'Opened a long in BTCUSDT-PERP: 0.08 at 92,501. Margin: 299.6352384, fee: 3.70004.'],
    ['PositionClosed', { cause: 'liquidation', orderId: null }, '0.06 at 93,409 (liquidation). Realised: 54.48'],
    ['PositionFunded', { paid: '-0.2' }, 'Received 0.2 USDT of funding on BTCUSDT-PERP'],
    ['PositionMarginAdjusted', { amount: '-150' }, 'Removed 150 USDT of margin from a long'],
    ['PositionModeSet', { mode: 'hedge' }, 'Set BTCUSDT-PERP to hedge mode.'],
    ['PositionLiquidated', { step: 'cancel-orders' }, 'began at mark price 85: its orders are cancelled.'],
    ['PositionDeleveraged', {}, 'was auto-deleveraged at 89.85: place 1 of 1.'],
    ['PositionWarned', {}, 'risk rate 82.23% at mark price 90.45. Liquidation price: 90.3616'],
    [
      'PositionWarned',
      { liquidationPrice: null },
      'risk rate 82.23% at mark price 90.45. Rule: contract.rules, version 1.',
    ],
    [
      'IdentityRejected',
      { reasons: ['name-mismatch'] },
      'Primary verification: rejected. The name you entered differs',
    ],
  ])('says %s with %o in its own words', (type, more, words) => {
    const [data] = Object.values(golden[type] ?? {}) as [object];
    expect(sentenceOf(timelineSentence(type, { ...data, ...more }, new Set()), translate, 'en')).toContain(words);
  });

  it('names a type that nobody has put into words yet', () => {
    expect(sentenceOf(timelineSentence('VoucherGiven', {}, new Set()), translate, 'en')).toContain('VoucherGiven');
  });

  it('tells a fill from the side of whose timeline it is', () => {
    const [data] = Object.values(golden['SpotOrderMatched'] ?? {}) as [Record<string, unknown>];
    expect(timelineSentence('SpotOrderMatched', data, new Set(['demo-carol']))).toMatchObject({
      sentence: 'filled-taker',
      values: { side: 'buy', fee: '0.3131' },
    });
    const maker = { ...data, makerOwner: 'demo-bob', makerOrderId: 'o-1', makerFee: '0.1' };
    expect(timelineSentence('SpotOrderMatched', maker, new Set(['demo-bob']))).toMatchObject({
      sentence: 'filled-maker',
      values: { side: 'sell', fee: '0.1' },
      orderId: 'o-1',
    });
  });

  it('formats figures as the reader writes them', () => {
    const entry = { sentence: 'order-amended', values: { symbol: 'BTCUSDT', price: '60000.5', quantity: '0.25' } };
    expect(sentenceOf(entry, translate, 'de')).toContain('60.000,5');
  });
});
