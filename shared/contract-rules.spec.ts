import { describe, expect, it } from '@jest/globals';
import { contractRules, insuranceRules } from '../contracts/policy-trading.contract.js';
import { insuranceCover, insuranceDue, isWarned, liquidationBand, needsQuiz } from './contract-rules.js';
import { amount, format, ZERO } from './money.js';

const RULES = contractRules.parse({
  limitBandLow: '0.5',
  limitBandHigh: '2',
  marketBand: '0.05',
  maxNotional: '5000000',
  quizFrom: 20,
  liquidationBand: '0.03',
  warningAt: '0.8',
  ownersShare: '0.25',
});
const FUND = insuranceRules.parse({ openingUsdt: '1000000', eventMaxUsdt: '50000' });

describe('the rules of contracts', () => {
  it('want the quiz from their leverage on', () => {
    expect([19, 20, 21].map((leverage) => needsQuiz(leverage, RULES))).toEqual([false, true, true]);
  });

  it('warn at their risk rate and above, and where the balance is gone', () => {
    expect(['0.799999', '0.8', '1'].map((rate) => isWarned(amount(rate), RULES))).toEqual([false, true, true]);
    expect(isWarned(null, RULES)).toBe(true);
  });

  it('let the order of a liquidation move by their band', () => {
    expect(format(liquidationBand(RULES))).toBe('0.03');
  });

  it.each([
    ['a warning when it is too late', { warningAt: '1' }, 'warningAt'],
    ['a liquidation at any price', { liquidationBand: '1' }, 'liquidationBand'],
    ['an owner with more than there is', { ownersShare: '1.01' }, 'ownersShare'],
    ['a quiz above every leverage', { quizFrom: 126 }, 'quizFrom'],
  ])('refuse %s', (_, change, key) => {
    expect(contractRules.safeParse({ ...RULES, ...change }).error?.issues[0]?.path).toEqual([key]);
  });
});

describe('the insurance fund', () => {
  it.each([
    ['0', '1000000'],
    ['999999.99999999', '0.00000001'],
    ['1000000', '0'],
    ['2000000', '0'],
  ])('that was given %s is still to be given %s', (granted, due) => {
    expect(format(insuranceDue(amount(granted), FUND))).toBe(due);
  });

  it.each([
    ['1000000', '50000'],
    ['50000', '50000'],
    ['12.5', '12.5'],
    ['0', '0'],
  ])('with %s pays at most %s for a liquidation', (balance, cover) => {
    expect(format(insuranceCover(amount(balance), FUND))).toBe(cover);
  });

  it('never pays more for a liquidation than it was opened with', () => {
    const issues = insuranceRules.safeParse({ openingUsdt: '10', eventMaxUsdt: '10.1' }).error?.issues;
    expect(issues?.map(({ path }) => path)).toEqual([['eventMaxUsdt']]);
    expect(insuranceCover(ZERO, FUND)).toBe(ZERO);
  });
});
