import { describe, expect, it } from '@jest/globals';
import type { NewEvent, RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { c2cChatKind, decideRead, decideSend, type C2cChat } from './c2c-chat.decider.js';
import {
  decideAddSeller,
  decideChangeSeller,
  decideSellerMatch,
  decideSwitchSeller,
  formProblem,
  sellerKind,
  type SellerState,
} from './seller.decider.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 5, 1, 12);
const TERMS = {
  ...{ sellerId: 'seller-1', staffId: 'staff-1', label: 'Bank A', currency: 'USD', sealedAccount: 'v1.a' as Sealed },
  ...{ min: '100', max: '1000', dayMax: '1500' },
};

function after(state: SellerState, events: readonly NewEvent[] | Refusal, at = NOON): SellerState {
  if (isRefusal(events)) throw new Error(events.refusal);
  const place = { realm: 'real', position: 1, version: 1, at, actor: 'x' };
  return events.reduce((now, event) => sellerKind.evolve(now, { ...event, ...place } as RecordedEvent), state);
}

const added = (): SellerState => after(sellerKind.initial('seller-1'), decideAddSeller({ status: 'none' }, TERMS));
const matching = (state: SellerState, amount: string, at = NOON, currency = 'USD') =>
  decideSellerMatch(state, { orderId: 'c2c-1', amount, currency }, at);

describe('a seller’s account', () => {
  it.each([
    ['seller.outside-limits', '99.99', 'USD'],
    ['seller.outside-limits', '1000.01', 'USD'],
    ['seller.currency-differs', '500', 'EUR'],
  ])('refuses by %s', (code, sum, currency) => {
    expect(matching(added(), sum, NOON, currency)).toMatchObject({ refusal: code });
  });

  it('takes no more than its day, and begins the next one anew at midnight UTC', () => {
    const first = matching(added(), '900');
    const state = after(added(), isRefusal(first) ? first : [first.event]);
    expect(matching(state, '600.01')).toMatchObject({ refusal: 'seller.day-full', params: { left: '600' } });
    expect(matching(state, '600')).toMatchObject({ version: 1 });
    const midnight = (Math.floor(NOON / DAY) + 1) * DAY;
    expect(matching(state, '1000', midnight - 1)).toMatchObject({ refusal: 'seller.day-full' });
    expect(matching(state, '1000', midnight)).toMatchObject({ version: 1 });
  });

  it('that is switched off takes nobody', () => {
    const wish = { sellerId: 'seller-1', staffId: 'staff-1', enabled: false };
    const off = after(added(), decideSwitchSeller(added(), wish));
    expect(matching(off, '500')).toMatchObject({ refusal: 'seller.disabled' });
    expect(decideSwitchSeller(off, wish)).toEqual([]);
    expect(matching({ status: 'none' }, '500')).toMatchObject({ refusal: 'seller.not-found' });
  });

  it('keeps every version, and refuses a form that was filled in from an older one', () => {
    const changed = after(added(), decideChangeSeller(added(), { ...TERMS, max: '1200', baseVersion: 1 }));
    expect(changed).toMatchObject({ versions: [{ max: '1000' }, { max: '1200' }] });
    expect(decideChangeSeller(changed, { ...TERMS, baseVersion: 1 })).toMatchObject({ refusal: 'seller.changed' });
    expect(matching(changed, '1100')).toMatchObject({ version: 2 });
  });

  it('wants every field and limits that fit each other', () => {
    const form = { ...TERMS, accountName: 'A', accountNumber: 'B', bankName: 'C', bankAddress: 'D', swift: 'E' };
    expect(formProblem(form)).toBeUndefined();
    expect(formProblem({ ...form, bankAddress: '', swift: '' })).toMatchObject({ params: { field: 'bankAddress' } });
    expect(formProblem({ ...form, min: '2000' })).toMatchObject({ params: { field: 'max' } });
    expect(formProblem({ ...form, dayMax: '999' })).toMatchObject({ params: { field: 'dayMax' } });
  });
});

const POLICY = { name: 'c2c.rules', version: 2, inputs: { messagesMax: 10 } };

describe('what is written on an order', () => {
  const wish = { orderId: 'c2c-1', userId: 'real-1', staffId: null, sealedText: 'v1.t' as Sealed };
  const told = (state: C2cChat, events: readonly NewEvent[] | Refusal): C2cChat => {
    if (isRefusal(events)) throw new Error(events.refusal);
    return events.reduce((now, event) => c2cChatKind.evolve(now, event as RecordedEvent), state);
  };

  it('is unread until the other side has read it, and only the first line of a stretch is told', () => {
    const first = decideSend(c2cChatKind.initial(''), { ...wish, messageId: 'm1', from: 'support' }, POLICY);
    expect(first).toMatchObject([{ data: { first: true } }]);
    const one = told(c2cChatKind.initial(''), first);
    const second = decideSend(one, { ...wish, messageId: 'm2', from: 'support' }, POLICY);
    expect(second).toMatchObject([{ data: { first: false } }]);
    const two = told(one, second);
    expect(decideRead(two, { orderId: 'c2c-1', userId: 'real-1', by: 'support' })).toEqual([]);
    const read = decideRead(two, { orderId: 'c2c-1', userId: 'real-1', by: 'person' });
    expect(read).toMatchObject([{ data: { messageIds: ['m1', 'm2'] } }]);
    expect(decideRead(told(two, read), { orderId: 'c2c-1', userId: 'real-1', by: 'person' })).toEqual([]);
  });

  it('is not empty and not endless', () => {
    const empty = { ...wish, messageId: 'm1', from: 'person' as const, sealedText: null };
    expect(decideSend(c2cChatKind.initial(''), empty, POLICY)).toMatchObject({ refusal: 'c2c.message-empty' });
    const full = { count: 10, unread: { person: [], support: [] } };
    expect(decideSend(full, { ...wish, messageId: 'm1', from: 'person' }, POLICY)).toMatchObject({
      refusal: 'c2c.messages-full',
    });
  });
});
