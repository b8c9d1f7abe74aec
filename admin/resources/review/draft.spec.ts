import { describe, expect, it } from '@jest/globals';
import { C2C_REASONS } from '../../../contracts/c2c.contract.js';
import { CREDIT_PROOF_REASONS } from '../../../contracts/credit.contract.js';
import { DEPOSIT_PROOF_REASONS } from '../../../contracts/deposit.contract.js';
import { IDENTITY_REASONS } from '../../../contracts/identity.contract.js';
import { ESCALATION_REASONS, type ReviewView } from '../../../contracts/review.contract.js';
import { RECOVERY_REASONS } from '../../../contracts/security.contract.js';
import { WITHDRAWAL_REASONS } from '../../../contracts/withdrawal.staff.contract.js';
import { isWhole, REASON_KEYS, reasonsFor, withCheck, withReason } from './draft';
import type { Verdict } from './review-calls';

const blank = (verdict: Verdict['verdict']): Verdict => ({ verdict, reasons: [], note: '', checks: [], remark: '' });
const details = { fields: [], images: [], signals: [], checks: ['realName', 'face'] };
const view = {
  reasonCodes: ['blurred', 'forged', 'other'],
  ask: { reasons: ['blurred'], advice: [] },
  details,
} as unknown as ReviewView;
const approval: Verdict = { ...blank('approved'), checks: details.checks };

describe('the keys of reasons', () => {
  it('are one for each reason of every kind, and none twice', () => {
    const lists = [
      ...Object.values(IDENTITY_REASONS).map((reasons) => Object.keys(reasons)),
      ...Object.values(C2C_REASONS),
      ...[CREDIT_PROOF_REASONS, DEPOSIT_PROOF_REASONS, RECOVERY_REASONS, WITHDRAWAL_REASONS, ESCALATION_REASONS],
    ];
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThanOrEqual(REASON_KEYS.length);
    expect(new Set(REASON_KEYS).size).toBe(REASON_KEYS.length);
  });

  it('choose from what the person can mend for a question, from risk’s own for risk', () => {
    expect(reasonsFor(blank('rejected'), view)).toEqual(['blurred', 'forged', 'other']);
    expect(reasonsFor(blank('asked'), view)).toEqual(['blurred']);
    expect(reasonsFor(blank('escalated'), view)).toEqual(ESCALATION_REASONS);
  });
});

describe('a decision in the making', () => {
  it('is whole as an approval once every image was opened, every field ticked and the choice made', () => {
    expect([isWhole(approval, view, 0), isWhole(approval, view, 1)]).toEqual([true, false]);
    expect(isWhole(withCheck(approval, 'face'), view, 0)).toBe(false);
    const choosing = { details: { ...details, choices: { name: 'seller', options: [] } } };
    expect(isWhole(approval, choosing, 0)).toBe(false);
    expect(isWhole({ ...approval, choice: 'seller-1' }, choosing, 0)).toBe(true);
  });

  it('needs a reason otherwise, and words where the reason refers to them', () => {
    for (const verdict of ['rejected', 'asked', 'escalated'] as const)
      expect([verdict, isWhole(blank(verdict), view, 0)]).toEqual([verdict, false]);
    const other = withReason(blank('rejected'), 'other');
    expect([isWhole(other, view, 0), isWhole({ ...other, note: 'Torn' }, view, 0)]).toEqual([false, true]);
  });

  it('takes a reason back that is chosen again; to risk it goes for one', () => {
    const twice = withReason(withReason(blank('rejected'), 'blurred'), 'forged');
    expect([twice.reasons, withReason(twice, 'blurred').reasons]).toEqual([['blurred', 'forged'], ['forged']]);
    expect(withReason(withReason(blank('escalated'), 'fraud'), 'unsure').reasons).toEqual(['unsure']);
  });
});
