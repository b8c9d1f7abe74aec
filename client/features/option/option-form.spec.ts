import { describe, expect, it } from '@jest/globals';
import type { OptionTerms } from '../../../contracts/option.contract';
import type { OrderProblemView } from '../../../contracts/order.contract';
import { chanceIn, clockOf, doneShare, hasStake, isAhead, objectionsOf, rowOf } from './option-form';

const problem = (refusal: string, field: string | null): OrderProblemView => ({
  refusal,
  params: {},
  message: `${refusal}!`,
  field,
});

describe('what speaks against a bet', () => {
  it('stands at the stake if that puts it right, else over the button; the first of each', () => {
    const problems = [
      problem('option.closes-before-settlement', 'delivery'),
      problem('option.person-limit', 'stake'),
      problem('asset.insufficient', 'stake'),
      problem('market.closed', null),
    ];
    expect(objectionsOf(problems)).toEqual({
      stake: 'option.person-limit!',
      form: 'option.closes-before-settlement!',
    });
  });

  it('is silent about what a dialog asks for', () => {
    const asked = [
      problem('option.warning-not-confirmed', null),
      problem('security.trade-password-missing', null),
      problem('security.trade-password-required', null),
    ];
    expect(objectionsOf(asked)).toEqual({ stake: undefined, form: undefined });
    expect(objectionsOf([...asked, problem('market.closed', null)]).form).toBe('market.closed!');
  });
});

describe('a stake', () => {
  it.each([
    ['', false],
    ['0', false],
    ['0.00', false],
    ['0.01', true],
    ['12.5', true],
  ])('of %p is there: %p', (stake, there) => {
    expect(hasStake({ stake })).toBe(there);
  });
});

describe('the clock of an option', () => {
  it.each([
    [0, '0:00'],
    [-5_000, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [61_000, '1:01'],
    [3_600_000, '1:00:00'],
    [3_661_000, '1:01:01'],
  ])('shows %p ms as %p', (left, text) => expect(clockOf(left)).toBe(text));

  it('is done by the share of the time that is behind it, from 0 to 1', () => {
    expect(doneShare(1_000, 2_000, 500)).toBe(0);
    expect(doneShare(1_000, 2_000, 1_250)).toBe(0.25);
    expect(doneShare(1_000, 2_000, 9_000)).toBe(1);
    expect(doneShare(2_000, 2_000, 2_000)).toBe(1);
  });
});

describe('an open option', () => {
  it.each([
    ['rise', '100', '100.0001', true],
    ['rise', '100', '99.9999', false],
    ['fall', '100', '99.9999', true],
    ['fall', '100', '100.0001', false],
    ['rise', '100', '100', null],
    ['fall', null, '100', null],
    ['fall', '100', null, null],
  ] as const)('on a %s from %p is ahead at %p: %p', (direction, entryPrice, price, ahead) => {
    expect(isAhead({ direction, entryPrice, price })).toBe(ahead);
  });
});

describe('the terms of a delivery time', () => {
  const row = {
    delivery: '60s',
    seconds: 60,
    chances: null,
    payouts: null,
    edge: '0.04',
    settlesBy: 0,
    limitUsdt: '1',
  };
  const terms = { symbol: 'XAUUSDT', deliveries: [{ ...row, problem: null }] } as OptionTerms;

  it('are found by its name, once they are there', () => {
    expect(rowOf(terms, '60s')?.seconds).toBe(60);
    expect(rowOf(terms, '1h')).toBeUndefined();
    expect(rowOf(undefined, '60s')).toBeUndefined();
  });
});

it.each([
  ['0.00002637', '< 0.01%'],
  ['0.0001', '0.01%'],
  ['0.5', '50.00%'],
  ['0', '0.00%'],
])('a chance of %s is written as %s', (chance, text) => {
  const share = (of: string, decimals: number) => `${(Number(of) * 100).toFixed(decimals)}%`;
  expect(chanceIn(share, chance)).toBe(text);
});
