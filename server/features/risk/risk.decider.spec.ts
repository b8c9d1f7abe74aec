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
import type { AccountGate } from '../../core/ports/account-gate.js';
import { refuse } from '../../core/refusal.js';
import { decider, openGate } from '../../engine/writer/decider.testkit.js';
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

const gate = (frozen: boolean): AccountGate => ({
  stream: openGate.stream,
  nationality: openGate.nationality,
  refusal: () => (frozen ? refuse('account.frozen') : undefined),
});
const spec = (frozen = false) =>
  decider({ realm: 'real', kind: riskKind, id: userId, handlers: riskHandlers(gate(frozen)), at: START });
const { given } = spec();

const assess = (day: number, answers = lowest, assessmentId = 'a1', declared: readonly string[] = DECLARATIONS) => ({
  type: 'AssessRisk',
  data: {
    ...{ userId, assessmentId, declared, sealedAnswers: 'v1.x', policy: scores },
    score: assessRisk(answers, scores.values).score,
  },
  at: START + day * DAY_MS,
});
const expire = (day: number) => ({
  type: 'ExpireRisk',
  data: { userId, assessmentId: 'a1' },
  at: START + day * DAY_MS,
});
const classOn = ({ state }: ReturnType<typeof given>, day: number) => riskClassAt(state, START + day * DAY_MS);

const answersOf = fc.record(
  Object.fromEntries(questions.map((question) => [question, fc.integer({ min: 1, max: QUESTIONS[question] })])),
) as fc.Arbitrary<RiskAnswers>;

describe('a risk assessment', () => {
  it('gives the class of the score by the published rules, and keeps the answers sealed', () => {
    const data = {
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
    };
    given().when(assess(0, highest)).then({ type: 'RiskAssessed', data });
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
        const { events } = given().when(assess(0, answers));
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
    given()
      .when(assess(0, lowest, 'a1', declared))
      .then({ refusal: 'risk.declaration-required', params: expect.objectContaining({ field: left }) });
  });

  it('stands for the pause, because answers are not to be tried until they please', () => {
    const params = { pauseDays: 7, policy: 'risk.scores', version: 1, notBeforeAt: START + 7 * DAY_MS };
    const person = given(assess(0, lowest))
      .when(assess(6.9, highest, 'a2'))
      .then({ refusal: 'risk.too-soon', params: expect.objectContaining(params) });
    expect(classOn(person, 6.9)).toBe('conservative');
    person.when(assess(7, highest, 'a3')).then('RiskAssessed');
    expect(classOn(person, 7)).toBe('aggressive');
  });

  it('expires by the clock, by the timer once, and may then be made anew without a pause', () => {
    const person = given(assess(0, highest)).when(expire(364)).then();
    expect([classOn(person, 364), classOn(person, 365)]).toEqual(['aggressive', 'unassessed']);
    person
      .when(expire(365))
      .then('RiskExpired')
      .when(expire(365))
      .then()
      .when(assess(365, lowest, 'a2'))
      .then('RiskAssessed');
    expect(classOn(person, 365)).toBe('conservative');
    person.when(expire(366)).then();
  });

  it('makes its end due, once it is made', () => {
    const expiry = {
      id: 'expire-risk:a1',
      dueAt: Date.UTC(2027, 0, 31, 12),
      type: 'ExpireRisk',
      data: { userId, assessmentId: 'a1' },
    };
    expect(given().when(assess(0)).due).toEqual([expiry]);
    expect(given(assess(0)).when(expire(365)).due).toEqual([]);
  });

  it('is refused to a frozen account before anything else', () => {
    spec(true)
      .given()
      .when(assess(0, lowest, 'a1', []))
      .then('account.frozen');
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
