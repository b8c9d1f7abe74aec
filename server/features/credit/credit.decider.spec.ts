import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CREDIT_CAUSES,
  CREDIT_PROOFS,
  pointsOf,
  type CreditCause,
  type CreditProof,
  type CreditRules,
} from '../../../contracts/credit.contract.js';
import { seededPolicies } from '../../../test/kit/policies.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { decider } from '../../engine/writer/decider.testkit.js';
import {
  creditKind,
  decideCount,
  decideProofVerdict,
  decideSubmitProof,
  openRequests,
  scoreAndStart,
  SUBMIT,
  type CreditState,
} from './credit.decider.js';

const userId = 'real-ann00000001';
const seeded = seededPolicies().inForce('credit.rules') as { name: string; version: number; values: CreditRules };
const rules = (changes: Partial<CreditRules> = {}, version = 1) => ({
  ...seeded,
  version,
  values: { ...seeded.values, ...changes },
});

const { given } = decider({ realm: 'real', kind: creditKind, id: userId });

const count =
  (cause: CreditCause, ref: string | null = null, policy = rules()) =>
  (state: CreditState) =>
    decideCount(state, { userId, cause, ref, policy });
const submit =
  (proof: CreditProof, requestId = 'r1', primary = true, problem: ReturnType<typeof refuse> | null = null) =>
  (state: CreditState) =>
    decideSubmitProof(state, { userId, requestId, proof, images: ['image-1'], problem }, primary);
const verdict = (requestId: string, outcome: 'approved' | 'rejected') => (state: CreditState) => {
  const reasons = outcome === 'rejected' ? ['too-old'] : [];
  return decideProofVerdict(state, { userId, requestId, verdict: outcome, reasons, note: null }, rules());
};
const scoreOf = ({ state }: { state: CreditState }): number => scoreAndStart(state, rules().values).score;

describe('the credit score', () => {
  it('starts where the published rules say, and each cause moves it by its points', () => {
    expect(scoreOf(given())).toBe(500);
    const person = given(count('primary'), count('loanOverdue', 'loan-1'));
    expect(person.state.changes).toMatchObject([
      { cause: 'primary', points: 50, from: 500, to: 550, policy: { name: 'credit.rules', version: 1 } },
      { cause: 'loanOverdue', ref: 'loan-1', points: -60, from: 550, to: 490 },
    ]);
    expect(person.state.changes[0]?.policy.inputs).toEqual({ points: 50, start: 500, floor: 0, ceiling: 1000 });
  });

  it('counts each cause once, and a loan by its own name', () => {
    const person = given()
      .when(count('primary'))
      .then('CreditScoreChanged')
      .when(count('primary'))
      .then()
      .when(count('loanRepaid', 'loan-1'))
      .then('CreditScoreChanged')
      .when(count('loanRepaid', 'loan-1'))
      .then()
      .when(count('loanRepaid', 'loan-2'))
      .then('CreditScoreChanged');
    expect(scoreOf(person)).toBe(610);
  });

  it('is always the start and the points of all that counted, between floor and ceiling', () => {
    const cause = fc.record({
      cause: fc.constantFrom(...CREDIT_CAUSES),
      ref: fc.option(fc.constantFrom('loan-1', 'loan-2', 'loan-3')),
      points: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(fc.array(cause, { maxLength: 30 }), (requests) => {
        const person = given();
        let sum = 500;
        const counted = new Set<string>();
        for (const { cause: name, ref, points } of requests) {
          const before = scoreOf(person);
          const published = rules({ [name]: points });
          const key = `${name} ${ref}`;
          const { events } = person.when(count(name, ref, published));
          expect(events.length).toBe(counted.has(key) ? 0 : 1);
          if (!counted.has(key)) sum += pointsOf(name, published.values);
          counted.add(key);
          expect(scoreOf(person)).toBe(Math.min(1000, Math.max(0, sum)));
          if (events.length > 0)
            expect(person.state.changes.at(-1)).toMatchObject({ from: before, to: scoreOf(person) });
        }
      }),
    );
  });

  it('keeps its start when another one is published later', () => {
    const person = given(count('primary'), count('advanced', null, rules({ start: 700, advanced: 10 }, 2)));
    expect(scoreOf(person)).toBe(560);
    expect(scoreAndStart(person.state, rules({ start: 700 }).values).start).toBe(500);
  });
});

describe('a credit proof', () => {
  it.each([
    ['none', [], 'CreditProofSubmitted'],
    ['waiting', [], 'credit.proof-under-review'],
    ['rejected', ['rejected'], 'CreditProofSubmitted'],
    ['accepted', ['approved'], 'credit.proof-accepted'],
  ] as const)('that is %s may or may not be sent', (status, verdicts, outcome) => {
    const person = given();
    if (status !== 'none') person.and(submit('income'), ...verdicts.map((each) => verdict('r1', each)));
    expect(person.state.proofs.income.status).toBe(status);
    person.when(submit('income', 'r2')).then(outcome);
    expect(isRefusal(SUBMIT[status]) ? SUBMIT[status].refusal : 'CreditProofSubmitted').toBe(outcome);
  });

  it('is refused in a fixed order: the verified name, its state, its images', () => {
    const used = refuse('image.already-used');
    given()
      .when(submit('bank', 'r1', false, used))
      .then('credit.identity-required')
      .when(submit('bank', 'r2', true, used))
      .then('image.already-used')
      .and(submit('bank', 'r3'))
      .when(submit('bank', 'r4', true, used))
      .then('credit.proof-under-review');
  });

  it('counts when it is accepted, and a rejected one moves nothing', () => {
    const person = given(submit('housing')).when(verdict('r1', 'rejected')).then('CreditProofRejected');
    expect([scoreOf(person), person.state.proofs.housing.reasons]).toEqual([500, ['too-old']]);
    person.and(submit('housing', 'r2'));
    expect(person.state.proofs.housing).toMatchObject({ status: 'waiting', attempt: 2, reasons: [] });
    expect(openRequests(person.state)).toEqual(['r2']);
    person.when(verdict('r2', 'approved')).then('CreditProofAccepted', 'CreditScoreChanged');
    expect(scoreOf(person)).toBe(540);
  });

  it('is decided once: a verdict on a request that is not the open one changes nothing', () => {
    given(submit('housing'), verdict('r1', 'rejected'), submit('housing', 'r2'))
      .when(verdict('r1', 'approved'))
      .then()
      .when(verdict('r9', 'approved'))
      .then();
  });

  it('of each kind counts by itself', () => {
    const person = given(...CREDIT_PROOFS.flatMap((proof) => [submit(proof, proof), verdict(proof, 'approved')]));
    expect(person.state.changes.map(({ cause }) => cause)).toEqual([
      ...['proofCredit', 'proofHousing', 'proofIncome', 'proofBank'],
    ]);
    expect(scoreOf(person)).toBe(660);
  });
});
