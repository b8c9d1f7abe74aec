import { C2C_IMAGES_MAX } from '../../../contracts/c2c.contract.js';
import { describe, expect, it } from '@jest/globals';
import type { ChatSide } from '../../../contracts/chat.contract.js';
import type { Sealed } from '../../core/person.js';
import { isRefusal } from '../../core/refusal.js';
import { at, decider } from '../../engine/writer/decider.testkit.js';
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
import './seller.events.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 5, 1, 12);
const TERMS = {
  ...{ sellerId: 'seller-1', staffId: 'staff-1', label: 'Bank A', currency: 'USD', sealedAccount: 'v1.a' as Sealed },
  ...{ min: '100', max: '1000', dayMax: '1500' },
};

const { given } = decider({ realm: 'real', kind: sellerKind, id: 'seller-1', at: NOON });
const added = (state: SellerState) => decideAddSeller(state, TERMS);
const changed =
  (terms: Omit<Parameters<typeof decideChangeSeller>[1], keyof typeof TERMS> & Partial<typeof TERMS>) =>
  (state: SellerState) =>
    decideChangeSeller(state, { ...TERMS, ...terms });
const switchedOff = (state: SellerState) =>
  decideSwitchSeller(state, { sellerId: 'seller-1', staffId: 'staff-1', enabled: false });
/** Answers by which version of the terms. */
const matched =
  (amount: string, currency = 'USD') =>
  (state: SellerState, now: number) => {
    const decided = decideSellerMatch(state, { orderId: 'c2c-1', amount, currency }, now);
    return isRefusal(decided) ? decided : { events: [decided.event], answer: decided.version };
  };

describe('a seller’s account', () => {
  it.each([
    ['seller.outside-limits', '99.99', 'USD'],
    ['seller.outside-limits', '1000.01', 'USD'],
    ['seller.currency-differs', '500', 'EUR'],
  ])('refuses by %s', (code, sum, currency) => {
    given(added).when(matched(sum, currency)).then(code);
  });

  it('takes no more than its day, and begins the next one anew at midnight UTC', () => {
    const midnight = (Math.floor(NOON / DAY) + 1) * DAY;
    const seller = () => given(added, matched('900'));
    const { refusal } = seller().when(matched('600.01'));
    expect(refusal).toMatchObject({ refusal: 'seller.day-full', params: { left: '600' } });
    expect(seller().when(matched('600')).answer).toBe(1);
    seller()
      .when(at(midnight - 1, matched('1000')))
      .then('seller.day-full');
    expect(seller().when(at(midnight, matched('1000'))).answer).toBe(1);
  });

  it('that is switched off takes nobody', () => {
    given(added, switchedOff).when(matched('500')).then('seller.disabled').when(switchedOff).then();
    given().when(matched('500')).then('seller.not-found');
  });

  it('keeps every version, and refuses a form that was filled in from an older one', () => {
    const seller = given(added, changed({ max: '1200', baseVersion: 1 }));
    expect(seller.state).toMatchObject({ versions: [{ max: '1000' }, { max: '1200' }] });
    seller.when(changed({ baseVersion: 1 })).then('seller.changed');
    expect(seller.when(matched('1100')).answer).toBe(2);
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
  const command = { orderId: 'c2c-1', userId: 'real-1', staffId: null, sealedText: 'v1.t' as Sealed, imageId: null };
  const chat = decider({ realm: 'real', kind: c2cChatKind, id: 'c2c-1' });
  const sent =
    (messageId: string, more: { from?: ChatSide; sealedText?: Sealed | null; imageId?: string } = {}) =>
    (state: C2cChat) =>
      decideSend(state, { ...command, messageId, from: 'support', ...more }, POLICY);
  const read = (by: ChatSide) => (state: C2cChat) => decideRead(state, { orderId: 'c2c-1', userId: 'real-1', by });

  it('is unread until the other side has read it, and only the first line of a stretch is told', () => {
    chat
      .given()
      .when(sent('m1'))
      .then({ data: expect.objectContaining({ first: true }) })
      .when(sent('m2'))
      .then({ data: expect.objectContaining({ first: false }) })
      .when(read('support'))
      .then()
      .when(read('person'))
      .then({ data: expect.objectContaining({ messageIds: ['m1', 'm2'] }) })
      .when(read('person'))
      .then();
  });

  it('is not empty and not endless', () => {
    chat
      .given()
      .when(sent('m1', { from: 'person', sealedText: null }))
      .then('c2c.message-empty');
    const ten = Array.from({ length: 10 }, (_, index) => sent(`m${index}`));
    chat
      .given(...ten)
      .when(sent('m10', { from: 'person' }))
      .then('c2c.messages-full');
  });

  it('may be an image alone, up to so many of the person; staff can still answer with one', () => {
    const image = (n: number, from: ChatSide = 'person') =>
      sent(`m${n}`, { from, sealedText: null, imageId: `image-${n}` });
    const much = { ...POLICY, inputs: { messagesMax: 100 } };
    const all = Array.from({ length: C2C_IMAGES_MAX }, (_, n) => (state: C2cChat) => {
      const data = { ...command, messageId: `m${n}`, from: 'person', imageId: `image-${n}` } as const;
      return decideSend(state, data, much);
    });
    chat
      .given()
      .when(image(0))
      .then({ data: expect.objectContaining({ sealedText: null, imageId: 'image-0' }) });
    const more = (from: ChatSide) => (state: C2cChat) =>
      decideSend(state, { ...command, messageId: 'm-more', from, imageId: 'image-more' }, much);
    chat
      .given(...all)
      .when(more('person'))
      .then('c2c.images-full');
    chat
      .given(...all)
      .when(more('support'))
      .then('C2cMessageSent');
  });
});
