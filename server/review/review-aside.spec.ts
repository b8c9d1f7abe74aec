import { describe, expect, it } from '@jest/globals';
import {
  after,
  answer,
  ask,
  claim,
  decide,
  escalate,
  giveBack,
  MINUTE,
  open,
  read,
  rejectAside,
  shown,
  type Step,
} from './review.testkit.js';

describe('a request that its person is asked about', () => {
  const week = 7 * 24 * 60;

  it('leaves the queue until the person answers, and comes back to its old place', () => {
    const asked = after(open, claim('s-a'), ask('s-a', { advice: 'newer', reasons: ['blurred', 'blurred'] }));
    expect(asked.told).toMatchObject([{ type: 'ReviewMoreAsked', data: { reasons: ['blurred'], advice: 'newer' } }]);
    expect(asked.state).toMatchObject({ status: 'asked', openedAt: 0, until: (2 + week) * MINUTE });
    expect(after(open, claim('s-a'), ask('s-a'), claim('s-b')).outcome).toBe('review.asked');
    expect(after(open, claim('s-a'), ask('s-a'), decide('s-a')).outcome).toBe('review.asked');
    const answered = after(open, claim('s-a'), ask('s-a'), answer);
    expect(answered.outcome).toEqual(['ReviewAnswered']);
    expect(answered.state).toMatchObject({ status: 'waiting', openedAt: 0 });
  });

  it('is decided without an answer once the time is over', () => {
    const late = after(open, claim('s-a'), ask('s-a'), [week + 2, claim('s-b')], [week + 3, read('s-b')]);
    expect(late.state).toMatchObject({ status: 'claimed', staffId: 's-b' });
    const steps: Parameters<typeof after> = [
      open,
      claim('s-a'),
      ask('s-a'),
      [week + 2, claim('s-b')],
      [week + 3, answer],
    ];
    expect(after(...steps).state).toMatchObject({ status: 'waiting' });
  });

  it('forgets approvals of what was there before the answer', () => {
    const first = [open, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    expect(after(...first).outcome).toEqual(['ReviewSeconded']);
    const again = [...first, claim('s-b'), ask('s-b'), answer, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    expect(after(...again).outcome).toEqual(['ReviewSeconded']);
  });

  it.each<[string, Step]>([
    ['review.claim-needed', ask('s-b')],
    ['review.own', ask('s-a', { own: true })],
    ['review.reason-needed', ask('s-a', { reasons: [] })],
    ['review.reason-unknown', ask('s-a', { reasons: ['forged'] })],
    ['review.advice-unknown', ask('s-a', { advice: 'hurry' })],
    ['review.ask-unavailable', ask('s-a', {}, { reasons: ['blurred'] })],
  ])('refuses a question with %s', (refusal, step) => {
    const steps = refusal === 'review.claim-needed' ? [open, step] : [open, claim('s-a'), step];
    expect(after(...steps).outcome).toBe(refusal);
  });
});

describe('a request that is with risk', () => {
  const escalated = [open, claim('s-a'), escalate('s-a')];

  it('is nobody’s to claim or approve until risk gives it back, with the approvals it had', () => {
    expect(after(...escalated).outcome).toEqual(['ReviewEscalated']);
    expect(after(...escalated, claim('s-b')).outcome).toBe('review.escalated');
    expect(after(...escalated, decide('s-a')).outcome).toBe('review.escalated');
    const half = [open, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    const back = after(...half, claim('s-b'), escalate('s-b'), giveBack('s-r'));
    expect(back.told).toMatchObject([{ type: 'ReviewReturned', data: { approvals: 1 } }]);
    expect(back.state).toMatchObject({ status: 'waiting', openedAt: 0, approvedBy: ['s-a'] });
  });

  it('is escalated by its holder, or held by risk whoever has claimed it', () => {
    expect(after(open, escalate('s-a')).outcome).toBe('review.claim-needed');
    expect(after(open, claim('s-a'), escalate('s-a', { own: true })).outcome).toBe('review.own');
    expect(after(open, claim('s-a'), escalate('s-r', { fromRisk: true })).outcome).toEqual(['ReviewEscalated']);
    expect(after(...escalated, escalate('s-r', { fromRisk: true })).outcome).toBe('review.escalated');
  });

  it('is settled by another than whoever brought it there, and never by its own person', () => {
    const held = [open, escalate('s-r', { fromRisk: true })];
    expect(after(...held, giveBack('s-r')).outcome).toBe('review.escalated-by-you');
    expect(after(...held, rejectAside('s-r')).outcome).toBe('review.escalated-by-you');
    expect(after(...held, giveBack('s-q', true)).outcome).toBe('review.own');
    expect(after(open, giveBack('s-q')).outcome).toBe('review.not-escalated');
  });

  it('is rejected by risk for a reason that applies, with the signs that they saw', () => {
    expect(after(...escalated, rejectAside('s-r', { reasons: [] })).outcome).toBe('review.reason-needed');
    expect(after(...escalated, rejectAside('s-r', { reasons: ['expired'] })).outcome).toBe('review.reason-unknown');
    const rejected = after(...escalated, rejectAside('s-r'));
    const grounds = { signs: shown.signs, policies: shown.rules };
    expect(rejected.told).toMatchObject([{ type: 'ReviewRejected', data: { staffId: 's-r', grounds } }]);
    expect(rejected.state.status).toBe('rejected');
  });

  it('stays there when its person answers an earlier question', () => {
    const minute = 8 * 24 * 60;
    const late: Parameters<typeof after> = [
      open,
      claim('s-a'),
      ask('s-a'),
      [minute, claim('s-b')],
      [minute, escalate('s-b')],
    ];
    expect(after(...late, [minute, answer]).told).toMatchObject([{ data: { waitsFor: 'risk' } }]);
    expect(after(...late, [minute, answer]).state.status).toBe('escalated');
  });
});
