import { describe, expect, it } from '@jest/globals';
import { TABLE } from '../../../shared/fees.testkit.js';
import { amount, format } from '../../../shared/money.js';
import {
  dayName,
  feeDayOf,
  feeDayStart,
  feeTermsOf,
  tradeFees,
  volumeDayOf,
  volumeDays,
  volumeOwner,
} from './fee.rules.js';

const at = (text: string): number => Date.parse(text);
const policy = { name: 'spot.fees', version: 3, values: TABLE };
const rates = (maker: string, taker: string) => ({ maker: amount(maker), taker: amount(taker) });
const fees = (notional: string, maker: ReturnType<typeof rates> | null, taker: ReturnType<typeof rates> | null) => {
  const paid = tradeFees(amount(notional), maker, taker, 8);
  return [format(paid.maker), format(paid.taker)];
};

describe('the fee tier of a day', () => {
  it('begins at 01:00 UTC, when every order of the days before is decided', () => {
    expect(dayName(feeDayOf(at('2026-11-24T00:59:59.999Z')))).toBe('2026-11-23');
    expect(dayName(feeDayOf(at('2026-11-24T01:00:00Z')))).toBe('2026-11-24');
    expect(feeDayStart(feeDayOf(at('2026-11-24T13:00:00Z')))).toBe(at('2026-11-24T01:00:00Z'));
  });

  it('follows from the 30 whole days before, and not from its own', () => {
    const [from, to] = volumeDays(feeDayOf(at('2026-11-24T05:00:00Z')));
    expect([dayName(from), dayName(to)]).toEqual(['2026-10-25', '2026-11-23']);
    expect(volumeDayOf(at('2026-11-23T23:59:59.999Z'))).toBe(to);
    expect(volumeDayOf(at('2026-11-24T00:00:00Z'))).toBe(to + 1);
  });

  it('names tier, volume, day, policy and version with its rates', () => {
    expect(feeTermsOf(policy, amount('20000000'), feeDayOf(at('2026-11-24T05:00:00Z')))).toEqual({
      maker: '0.0006',
      taker: '0.0008',
      tier: 3,
      volume: '20000000',
      day: '2026-11-24',
      policy: 'spot.fees',
      policyVersion: 3,
    });
  });
});

describe('the fees of a trade', () => {
  it.each([
    ['are each side’s own', '1000', rates('0.0005', '0.001'), rates('0.0004', '0.0006'), ['0.5', '0.6']],
    [
      'round towards zero at the eighth decimal',
      '0.00001999',
      rates('0.001', '1'),
      rates('1', '0.001'),
      ['0.00000001', '0.00000001'],
    ],
    ['pay a rebate out of the taker’s fee', '1000', rates('-0.00005', '1'), rates('1', '0.0004'), ['-0.05', '0.4']],
    [
      'round a rebate towards zero too',
      '0.0003',
      rates('-0.00005', '1'),
      rates('1', '0.0004'),
      ['-0.00000001', '0.00000012'],
    ],
    [
      'pay no more rebate than the taker pays, whatever version each order has',
      '1000',
      rates('-0.001', '1'),
      rates('1', '0.0004'),
      ['-0.4', '0.4'],
    ],
    ['charge agents nothing', '1000', null, rates('1', '0.0004'), ['0', '0.4']],
    ['let agents that take pay the rebate', '1000', rates('-0.00005', '1'), null, ['-0.05', '0.05']],
    ['charge agents that take nothing else', '1000', rates('0.001', '1'), null, ['1', '0']],
  ])('%s', (_, notional, maker, taker, expected) => {
    expect(fees(notional, maker, taker)).toEqual(expected);
  });
});

describe('the volume of a trade', () => {
  const trade = { makerOrderId: 'o-1', makerOwner: 'ann', takerOrderId: 'o-2', takerOwner: 'bob' };
  it.each([
    ['the taker of an agent', { ...trade, makerOrderId: null, makerOwner: 'house' }, 'bob'],
    ['the maker that an agent takes', { ...trade, takerOrderId: null, takerOwner: 'house' }, 'ann'],
    ['nobody where two users trade', trade, undefined],
    ['nobody where agents trade', { ...trade, makerOrderId: null, takerOrderId: null }, undefined],
  ])('counts for %s', (_, given, owner) => {
    expect(volumeOwner(given)).toBe(owner);
  });
});
