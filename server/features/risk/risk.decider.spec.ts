import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  assessRisk,
  capFor,
  DECLARATIONS,
  QUESTIONS,
  questions,
  RISK_CLASSES,
  riskClassOf,
  scoreRange,
  type RiskAnswers,
  type RiskCaps,
  type RiskScores,
} from '../../../contracts/risk.contract.js';
import { seededPolicies } from '../../../test/kit/policies.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { StreamKind } from '../../core/decider.js';
import { refuse } from '../../core/refusal.js';
import { CommandHandlers } from '../../writer/command-handlers.js';
import { MemoryRealm } from '../../writer/memory-realm.js';
import { riskClassAt, riskKind } from './risk.decider.js';
import { riskHandlers } from './risk.handler.js';
import { monthsAfter } from './risk.rules.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 31, 12);
const userId = 'real-ann00000001';
const published = seededPolicies();
const scores = published.inForce('risk.scores') as unknown as { name: string; version: number; values: RiskScores };
const caps = published.inForce('risk.caps').values as unknown as RiskCaps;
const lowest: RiskAnswers = { purpose: 1, investment: 1, amount: 1, monthly: 1, occupation: 10 };
const highest: RiskAnswers = { purpose: 6, investment: 4, amount: 6, monthly: 4, occupation: 1 };

const openAccount: StreamKind<null> = { name: 'account', initial: () => null, evolve: () => null };
const gate = (frozen: boolean): AccountGate => ({
  stream: (id) => [openAccount, id],
  refusal: () => (frozen ? refuse('account.frozen') : undefined),
  nationality: () => null,
});

/** A person's assessments: each wish says the day since the start. */
function person(frozen = false) {
  const realm = new MemoryRealm('real', new CommandHandlers().register(...riskHandlers(gate(frozen))));
  let count = 0;
  const send = (day: number, type: string, data: object) => {
    const before = realm.events.length;
    const result = realm.execute({ type, data: { userId, ...data }, at: START + day * DAY_MS, actor: 'user:x' });
    return result.ok ? realm.events.slice(before).map((event) => event.type) : result.refusal;
  };
  const assess = (day: number, answers = lowest, declared: readonly string[] = DECLARATIONS) => {
    const assessmentId = `a${(count += 1)}`;
    return send(day, 'AssessRisk', { assessmentId, answers, declared, sealedAnswers: 'v1.x', policy: scores });
  };
  const classOn = (day: number) => riskClassAt(realm.state(riskKind, userId), START + day * DAY_MS);
  return { assess, send, classOn, events: realm.events };
}

const answersOf = fc.record(
  Object.fromEntries(questions.map((question) => [question, fc.integer({ min: 1, max: QUESTIONS[question] })])),
) as fc.Arbitrary<RiskAnswers>;

describe('a risk assessment', () => {
  it('gives the score of the published rules, and keeps the answers out of the event', () => {
    const { assess, events } = person();
    expect(assess(0, highest)).toEqual(['RiskAssessed']);
    expect(events[0]?.data).toEqual({
      userId,
      assessmentId: 'a1',
      score: 100,
      class: 'aggressive',
      expiresAt: Date.UTC(2027, 0, 31, 12),
      sealedAnswers: 'v1.x',
      declared: DECLARATIONS,
      policy: {
        name: 'risk.scores',
        version: 1,
        inputs: { score: 100, balancedFrom: 35, aggressiveFrom: 65, validMonths: 12, pauseDays: 7 },
      },
    });
  });

  it('reaches every class, from the lowest to the highest score', () => {
    const { lowest: least, highest: most } = scoreRange(scores.values);
    expect([assessRisk(lowest, scores.values).score, assessRisk(highest, scores.values).score]).toEqual([least, most]);
    expect([least, 35, 65].map((score) => riskClassOf(score, scores.values))).toEqual([...RISK_CLASSES]);
    expect([34, 64].map((score) => riskClassOf(score, scores.values))).toEqual(['conservative', 'balanced']);
  });

  it('comes out alike in the browser, which gets the rules as JSON, and in the decision, for any answers', () => {
    const inBrowser = JSON.parse(JSON.stringify(scores.values)) as RiskScores;
    fc.assert(
      fc.property(answersOf, (answers) => {
        const { assess, events } = person();
        assess(0, answers);
        const { score, class: riskClass, lines } = assessRisk(answers, inBrowser);
        expect(events[0]?.data).toMatchObject({ score, class: riskClass });
        expect(lines.reduce((sum, { points }) => sum + points, 0)).toBe(score);
      }),
      { numRuns: 200 },
    );
  });

  it('rises or stays with every later choice of purpose, aim, amount and frequency', () => {
    fc.assert(
      fc.property(answersOf, fc.constantFrom('purpose', 'investment', 'amount', 'monthly'), (answers, question) => {
        if (answers[question] === QUESTIONS[question]) return;
        const bolder = { ...answers, [question]: answers[question] + 1 };
        expect(assessRisk(bolder, scores.values).score).toBeGreaterThanOrEqual(
          assessRisk(answers, scores.values).score,
        );
      }),
    );
  });

  it.each(DECLARATIONS)('needs the declaration %s', (left) => {
    const declared = DECLARATIONS.filter((each) => each !== left);
    expect(person().assess(0, lowest, declared)).toMatchObject({
      refusal: 'risk.declaration-required',
      params: { field: left },
    });
  });

  it('stands for the pause, because answers are not to be tried until they please', () => {
    const { assess, classOn } = person();
    assess(0, lowest);
    expect(assess(6.9, highest)).toMatchObject({
      refusal: 'risk.too-soon',
      params: { pauseDays: 7, policy: 'risk.scores', version: 1, notBeforeAt: START + 7 * DAY_MS },
    });
    expect(classOn(6.9)).toBe('conservative');
    expect(assess(7, highest)).toEqual(['RiskAssessed']);
    expect(classOn(7)).toBe('aggressive');
  });

  it('expires by the clock, by the timer once, and may then be made anew without a pause', () => {
    const { assess, send, classOn } = person();
    assess(0, highest);
    expect(send(364, 'ExpireRisk', { assessmentId: 'a1' })).toEqual([]);
    expect([classOn(364), classOn(365)]).toEqual(['aggressive', 'unassessed']);
    expect(send(365, 'ExpireRisk', { assessmentId: 'a1' })).toEqual(['RiskExpired']);
    expect(send(365, 'ExpireRisk', { assessmentId: 'a1' })).toEqual([]);
    expect(assess(365, lowest)).toEqual(['RiskAssessed']);
    expect(classOn(365)).toBe('conservative');
    expect(send(366, 'ExpireRisk', { assessmentId: 'a1' })).toEqual([]);
  });

  it('is refused to a frozen account before anything else', () => {
    expect(person(true).assess(0, lowest, [])).toMatchObject({ refusal: 'account.frozen' });
  });
});

describe('the cap', () => {
  it.each([
    ['unassessed', '1000'],
    ['conservative', '5000'],
    ['balanced', '50000'],
    ['aggressive', null],
  ] as const)('of %s is %s', (capClass, cap) => {
    expect(capFor(capClass, caps)).toBe(cap);
  });
});

describe('months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 12, '2027-01-31'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-11-15', 3, '2027-02-15'],
  ])('from %s, %i later, is %s', (from, months, to) => {
    expect(new Date(monthsAfter(Date.parse(from), months)).toISOString().slice(0, 10)).toBe(to);
  });
});
