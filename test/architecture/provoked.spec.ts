import { describe, expect, it } from '@jest/globals';
import { contractHaltRefusals } from '../../contracts/contract-halt.contract.js';
import { contractRefusals } from '../../contracts/contract.contract.js';
import { rollRefusals } from '../../contracts/contract.roll.contract.js';
import { custodyRefusals } from '../../contracts/custody.contract.js';
import { fundRefusals } from '../../contracts/fund.contract.js';
import { loanRefusals } from '../../contracts/loan.contract.js';
import { optionRefusals } from '../../contracts/option.contract.js';
import type { RefusalCode } from '../../contracts/refusal.contract.js';
import { rewardRefusals } from '../../contracts/reward.contract.js';
import { subscriptionRefusals } from '../../contracts/subscription.contract.js';
import { filesBelow, read } from '../kit/sources.js';

/** Of contracts, options and everything that money is put into; an invitation is refused nothing of its own. */
const CODES = Object.keys({
  ...contractHaltRefusals,
  ...contractRefusals,
  ...rollRefusals,
  ...optionRefusals,
  ...custodyRefusals,
  ...fundRefusals,
  ...loanRefusals,
  ...subscriptionRefusals,
  ...rewardRefusals,
});

/** What no caller meets, with the reason; a spec of its decider proves it. */
const NOT_OVER_HTTP: Partial<Record<RefusalCode, string>> = {
  'contract.closed-in-part':
    'The sentence of an answer whose orders were placed: trading-refusals.api.spec.ts reads it.',
  'contract.reversed-in-part':
    'The sentence of an answer whose orders were placed: trading-refusals.api.spec.ts reads it.',
  'halt.no-price':
    'Needs a halt in the first half hour of an index; the contracts of a new installation are past that.',
  'loan.borrower-gone': 'An account closes only without open requests, so this waits between two commands.',
};

const calls = filesBelow('test/api').map(read).join('\n');
/** As a test names it, with or without the status. */
const isProvoked = (code: string): boolean => new RegExp(`'(\\d{3} )?${code.replace('.', '\\.')}'`).test(calls);

describe('a refusal of contracts, options and wealth', () => {
  it('is provoked over HTTP, or listed with the reason why nobody meets it', () => {
    expect(CODES.filter((code) => !isProvoked(code) && !(code in NOT_OVER_HTTP))).toEqual([]);
  });

  it('that is listed is one of them, has a reason, and is not provoked after all', () => {
    const wrong = Object.entries(NOT_OVER_HTTP).filter(
      ([code, reason]) => !CODES.includes(code) || isProvoked(code) || !/^\w.{20,}\.$/.test(reason),
    );
    expect(wrong).toEqual([]);
  });

  it('would be missed', () => {
    expect([CODES.length > 120, isProvoked('option.no-such-code')]).toEqual([true, false]);
  });
});
