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
import type { RecordedEvent } from '../../core/event.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import type { CountCreditCause } from './credit.commands.js';
import {
  creditKind,
  decideCount,
  decideProofVerdict,
  decideSubmitProof,
  openRequests,
  standing,
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

/** A person's credit: each wish is decided on what came before. */
class Person {
  state: CreditState = creditKind.initial(userId);
  private requests = 0;

  private take(events: ReturnType<typeof decideCount>): string[] {
    for (const event of events) {
      const recorded = { ...event, realm: 'real', position: 1, version: 1, at: 5_000, actor: 'x' } as RecordedEvent;
      this.state = creditKind.evolve(this.state, recorded);
    }
    return events.map(({ type }) => type);
  }

  count(cause: CreditCause, ref: string | null = null, policy: CountCreditCause['data']['policy'] = rules()): string[] {
    return this.take(decideCount(this.state, { userId, cause, ref, policy }));
  }

  submit(proof: CreditProof, primary = true, problem: ReturnType<typeof refuse> | null = null) {
    const requestId = `r${(this.requests += 1)}`;
    const decided = decideSubmitProof(this.state, { userId, requestId, proof, images: ['image-1'], problem }, primary);
    return isRefusal(decided) ? decided.refusal : this.take(decided);
  }

  decide(requestId: string, verdict: 'approved' | 'rejected'): string[] {
    const reasons = verdict === 'rejected' ? ['too-old'] : [];
    const decision = { userId, requestId, verdict, reasons, note: null };
    return this.take(decideProofVerdict(this.state, decision, rules()));
  }

  get score(): number {
    return standing(this.state, rules().values).score;
  }
}

describe('the credit score', () => {
  it('starts where the published rules say, and each cause moves it by its points', () => {
    const person = new Person();
    expect(person.score).toBe(500);
    person.count('primary');
    person.count('loanOverdue', 'loan-1');
    expect(person.state.changes).toMatchObject([
      { cause: 'primary', points: 50, from: 500, to: 550, policy: { name: 'credit.rules', version: 1 } },
      { cause: 'loanOverdue', ref: 'loan-1', points: -60, from: 550, to: 490 },
    ]);
    expect(person.state.changes[0]?.policy.inputs).toEqual({ points: 50, start: 500, floor: 0, ceiling: 1000 });
  });

  it('counts each cause once, and a loan by its own name', () => {
    const person = new Person();
    expect([person.count('primary'), person.count('primary')]).toEqual([['CreditScoreChanged'], []]);
    expect(person.count('loanRepaid', 'loan-1')).toEqual(['CreditScoreChanged']);
    expect(person.count('loanRepaid', 'loan-1')).toEqual([]);
    expect(person.count('loanRepaid', 'loan-2')).toEqual(['CreditScoreChanged']);
    expect(person.score).toBe(610);
  });

  it('is always the start and the points of all that counted, between floor and ceiling', () => {
    const cause = fc.record({
      cause: fc.constantFrom(...CREDIT_CAUSES),
      ref: fc.option(fc.constantFrom('loan-1', 'loan-2', 'loan-3')),
      points: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(fc.array(cause, { maxLength: 30 }), (wishes) => {
        const person = new Person();
        let sum = 500;
        const counted = new Set<string>();
        for (const { cause: name, ref, points } of wishes) {
          const before = person.score;
          const published = rules({ [name]: points });
          const key = `${name} ${ref}`;
          const told = person.count(name, ref, published);
          expect(told.length).toBe(counted.has(key) ? 0 : 1);
          if (!counted.has(key)) sum += pointsOf(name, published.values);
          counted.add(key);
          expect(person.score).toBe(Math.min(1000, Math.max(0, sum)));
          if (told.length > 0) expect(person.state.changes.at(-1)).toMatchObject({ from: before, to: person.score });
        }
      }),
    );
  });

  it('keeps its start when another one is published later', () => {
    const person = new Person();
    person.count('primary');
    person.count('advanced', null, rules({ start: 700, advanced: 10 }, 2));
    expect(person.score).toBe(560);
    expect(standing(person.state, rules({ start: 700 }).values).start).toBe(500);
  });
});

describe('a credit proof', () => {
  it.each([
    ['none', [], ['CreditProofSubmitted']],
    ['waiting', [], 'credit.proof-under-review'],
    ['rejected', ['rejected'], ['CreditProofSubmitted']],
    ['accepted', ['approved'], 'credit.proof-accepted'],
  ] as const)('that is %s may or may not be sent', (status, verdicts, outcome) => {
    const person = new Person();
    if (status !== 'none') person.submit('income');
    for (const verdict of verdicts) person.decide('r1', verdict);
    expect(person.state.proofs.income.status).toBe(status);
    expect(person.submit('income')).toEqual(outcome);
    expect(isRefusal(SUBMIT[status]) ? SUBMIT[status].refusal : ['CreditProofSubmitted']).toEqual(outcome);
  });

  it('is refused in a fixed order: the verified name, its state, its images', () => {
    const person = new Person();
    const used = refuse('image.already-used');
    expect(person.submit('bank', false, used)).toBe('credit.identity-required');
    expect(person.submit('bank', true, used)).toBe('image.already-used');
    person.submit('bank');
    expect(person.submit('bank', true, used)).toBe('credit.proof-under-review');
  });

  it('counts when it is accepted, and a rejected one moves nothing', () => {
    const person = new Person();
    person.submit('housing');
    expect(person.decide('r1', 'rejected')).toEqual(['CreditProofRejected']);
    expect([person.score, person.state.proofs.housing.reasons]).toEqual([500, ['too-old']]);
    person.submit('housing');
    expect(person.state.proofs.housing).toMatchObject({ status: 'waiting', attempt: 2, reasons: [] });
    expect(openRequests(person.state)).toEqual(['r2']);
    expect(person.decide('r2', 'approved')).toEqual(['CreditProofAccepted', 'CreditScoreChanged']);
    expect(person.score).toBe(540);
  });

  it('is decided once: a verdict on a request that is not the open one changes nothing', () => {
    const person = new Person();
    person.submit('housing');
    person.decide('r1', 'rejected');
    person.submit('housing');
    expect(person.decide('r1', 'approved')).toEqual([]);
    expect(person.decide('r9', 'approved')).toEqual([]);
  });

  it('of each kind counts by itself', () => {
    const person = new Person();
    CREDIT_PROOFS.forEach((proof, index) => {
      person.submit(proof);
      person.decide(`r${index + 1}`, 'approved');
    });
    expect(person.state.changes.map(({ cause }) => cause)).toEqual([
      ...['proofCredit', 'proofHousing', 'proofIncome', 'proofBank'],
    ]);
    expect(person.score).toBe(660);
  });
});
