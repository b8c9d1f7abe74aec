import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, times, type Amount } from '../../../shared/money.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { decider, funds } from '../../engine/writer/decider.testkit.js';
import { entitlementKind } from './entitlement.decider.js';
import './entitlement.events.js';
import { ConversionShares } from '../conversion/conversion-shares.js';
import { entitlementHandlers } from './entitlement.handler.js';

const USER = 'real-ann00000001';
const OWNER = `${USER}.1`;
const holder = { userId: USER, ownerId: OWNER, actionId: 'action-1', symbol: 'AAPLUSDT', base: 'AAPL' };
const paying = (perShare = '0.26', actionId = 'action-1') => ({
  type: 'PayDividend',
  data: { ...holder, actionId, quote: 'USDT', perShare },
});
const noticing = (notice: 'announced-dividend' | 'withdrawn-dividend') => ({
  type: 'NotifyHolder',
  data: { ...holder, notice, dueAt: 5, perShare: '0.26' },
});

const { given } = decider({
  realm: 'real',
  kind: entitlementKind,
  id: OWNER,
  handlers: entitlementHandlers(new ConversionShares()),
});

describe('a holder', () => {
  it('is paid on all that they hold, in every space', () => {
    const story = given(funds(OWNER, 'AAPL', '3'), funds(OWNER, 'AAPL', '0.5', 'finance'));
    const paid = story.when(paying());
    paid.then({ type: 'DividendPaid', data: { ...paying().data, quantity: '3.5', amount: '0.91' } });
    expect(paid.answer).toEqual({ amount: '0.91' });
    expect(story.funds(OWNER, 'USDT')).toBe('0.91 0');
    expect(story.realm.balance(HOUSE.dividends.account, 'USDT')).toBe('-0.91');
  });

  it('is paid on what is on hold too', () => {
    const held = {
      ...funds(OWNER, 'AAPL', '2'),
      postings: [
        { account: HOUSE.marketMaker.account, asset: 'AAPL', amount: -amount('2') },
        { account: userAccount(OWNER, 'spot', 'frozen'), asset: 'AAPL', amount: amount('2') },
      ],
    };
    given(held).when(paying('1')).answers({ amount: '2' });
  });

  it('is paid once, and a repeat after a crash answers what was paid', () => {
    const story = given(funds(OWNER, 'AAPL', '3'), paying());
    const again = story.when(paying());
    again.then();
    expect(again.answer).toEqual({ amount: '0.78' });
    story.when(paying('0.26', 'action-2')).then('DividendPaid');
  });

  it('of less than the last decimal gets nothing, and of nothing neither', () => {
    given(funds(OWNER, 'AAPL', '0.00000001'))
      .when(paying('0.26'))
      .then();
    given().when(paying()).answers({ amount: '0' }).when(paying()).then();
  });

  it('is told of each thing once', () => {
    given(noticing('announced-dividend'))
      .when(noticing('announced-dividend'))
      .then()
      .when(noticing('withdrawn-dividend'))
      .then('HolderNotified');
  });

  it('has the same value after any dividend as before it, less what is smaller than the last decimal', () => {
    const steps = (max: bigint, min = 1n) => fc.bigInt({ min, max }).map((units) => units * 10n ** 10n);
    const any = fc.record({
      held: steps(10n ** 17n),
      price: steps(10n ** 13n, 1_000n),
      share: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(any, ({ held, price, share }) => {
        const perShare = price - (price * BigInt(100 - share)) / 100n;
        const rounded = perShare - (perShare % 10n ** 10n);
        const story = given(funds(OWNER, 'AAPL', format(held)));
        const { answer } = story.when(paying(format(rounded)));
        const paid = amount((answer as { amount: string }).amount);
        const worth = (at: Amount): Amount => times(held, at, 'down');
        const lost = worth(price) - (worth(price - rounded) + paid);
        expect(lost >= -1n && lost < 10n ** 10n + 1n).toBe(true);
        expect(story.realm.balance(HOUSE.dividends.account, 'USDT')).toBe(format(-paid));
      }),
    );
  });
});

describe('a delisting', () => {
  const cashingOut = (price = '200.5') => ({ type: 'CashOutHolding', data: { ...holder, quote: 'USDT', price } });

  it('pays an owner once for everything they hold, in every space', () => {
    const story = given(funds(OWNER, 'AAPL', '3'), funds(OWNER, 'AAPL', '0.5', 'finance'), cashingOut());
    expect([story.funds(OWNER, 'AAPL'), story.funds(OWNER, 'AAPL', 'finance')]).toEqual(['0 0', '0 0']);
    expect(story.funds(OWNER, 'USDT')).toBe('701.75 0');
    const { account } = HOUSE.delistings;
    expect([story.realm.balance(account, 'AAPL'), story.realm.balance(account, 'USDT')]).toEqual(['3.5', '-701.75']);
    const again = story.when(cashingOut());
    expect([again.events, again.answer]).toEqual([[], { amount: '701.75', held: true }]);
  });

  it('takes the last unit too, even where it is worth nothing, and finds nothing at others', () => {
    const story = given(funds(OWNER, 'AAPL', '0.00000001'), cashingOut('0.25'));
    expect([story.funds(OWNER, 'AAPL'), story.funds(OWNER, 'USDT')]).toEqual(['0 0', '0 0']);
    expect(given().when(cashingOut()).answer).toEqual({ amount: '0', held: false });
  });

  it('waits for what is on hold', () => {
    const held = {
      ...funds(OWNER, 'AAPL', '2'),
      postings: [
        { account: HOUSE.marketMaker.account, asset: 'AAPL', amount: -amount('2') },
        { account: userAccount(OWNER, 'spot', 'frozen'), asset: 'AAPL', amount: amount('2') },
      ],
    };
    given(held).when(cashingOut()).then('request.unavailable');
  });
});
