import { describe, expect, it } from '@jest/globals';
import { at } from '../engine/writer/decider.testkit.js';
import {
  answer,
  askForMore,
  claim,
  decide,
  escalate,
  giveBack,
  given,
  MINUTE,
  open,
  read,
  rejectAside,
  readFacts,
  type Step,
  type Steps,
} from './review.testkit.js';

describe('a request that its person is asked about', () => {
  const week = 7 * 24 * 60;

  it('leaves the queue until the person answers, and comes back to its old place', () => {
    const waiting = given(open, claim('s-a'))
      .when(at(2 * MINUTE, askForMore('s-a', { advice: 'newer', reasons: ['blurred', 'blurred'] })))
      .then({
        type: 'ReviewMoreRequested',
        data: expect.objectContaining({ reasons: ['blurred'], advice: 'newer' }),
      });
    expect(waiting.state).toMatchObject({ status: 'asked', openedAt: 0, until: (2 + week) * MINUTE });
    given(open, claim('s-a'), askForMore('s-a')).when(claim('s-b')).then('review.asked');
    given(open, claim('s-a'), askForMore('s-a')).when(decide('s-a')).then('review.asked');
    const answered = given(open, claim('s-a'), askForMore('s-a')).when(answer).then('ReviewAnswered');
    expect(answered.state).toMatchObject({ status: 'waiting', openedAt: 0 });
  });

  it('is decided without an answer once the time is over', () => {
    const late: Steps = [open, claim('s-a'), askForMore('s-a'), at((week + 2) * MINUTE, claim('s-b'))];
    expect(given(...late, at((week + 3) * MINUTE, read('s-b'))).state).toMatchObject({
      status: 'claimed',
      staffId: 's-b',
    });
    expect(given(...late, at((week + 3) * MINUTE, answer)).state).toMatchObject({ status: 'waiting' });
  });

  it('forgets approvals of what was there before the answer', () => {
    given(open, claim('s-a'), read('s-a'))
      .when(decide('s-a', {}, 2))
      .then('ReviewFirstApproved')
      .and(claim('s-b'), askForMore('s-b'), answer, claim('s-a'), read('s-a'))
      .when(decide('s-a', {}, 2))
      .then('ReviewFirstApproved');
  });

  it.each<[string, Step]>([
    ['review.claim-needed', askForMore('s-b')],
    ['review.own', askForMore('s-a', { own: true })],
    ['review.reason-needed', askForMore('s-a', { reasons: [] })],
    ['review.reason-unknown', askForMore('s-a', { reasons: ['forged'] })],
    ['review.advice-unknown', askForMore('s-a', { advice: 'hurry' })],
    ['review.ask-unavailable', askForMore('s-a', {}, { reasons: ['blurred'] })],
  ])('refuses a question with %s', (refusal, step) => {
    const steps = refusal === 'review.claim-needed' ? [open] : [open, claim('s-a')];
    given(...steps)
      .when(step)
      .then(refusal);
  });
});

describe('a request that is with risk', () => {
  const escalated = [open, claim('s-a'), escalate('s-a')];

  it('is nobody’s to claim or approve until risk gives it back, with the approvals it had', () => {
    given(open, claim('s-a')).when(escalate('s-a')).then('ReviewEscalated');
    given(...escalated)
      .when(claim('s-b'))
      .then('review.escalated');
    given(...escalated)
      .when(decide('s-a'))
      .then('review.escalated');
    const half = [open, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    const back = given(...half, claim('s-b'), escalate('s-b'))
      .when(giveBack('s-r'))
      .then({ type: 'ReviewReturned', data: expect.objectContaining({ approvals: 1 }) });
    expect(back.state).toMatchObject({ status: 'waiting', openedAt: 0, approvedBy: ['s-a'] });
  });

  it('is escalated by its holder, or held by risk whoever has claimed it', () => {
    given(open).when(escalate('s-a')).then('review.claim-needed');
    given(open, claim('s-a'))
      .when(escalate('s-a', { own: true }))
      .then('review.own');
    given(open, claim('s-a'))
      .when(escalate('s-r', { fromRisk: true }))
      .then('ReviewEscalated');
    given(...escalated)
      .when(escalate('s-r', { fromRisk: true }))
      .then('review.escalated');
  });

  it('is settled by another than whoever brought it there, and never by its own person', () => {
    const held = [open, escalate('s-r', { fromRisk: true })];
    given(...held)
      .when(giveBack('s-r'))
      .then('review.escalated-by-you');
    given(...held)
      .when(rejectAside('s-r'))
      .then('review.escalated-by-you');
    given(...held)
      .when(giveBack('s-q', true))
      .then('review.own');
    given(open).when(giveBack('s-q')).then('review.not-escalated');
  });

  it('is rejected by risk for a reason that applies, with the signals that they saw', () => {
    given(...escalated)
      .when(rejectAside('s-r', { reasons: [] }))
      .then('review.reason-needed');
    given(...escalated)
      .when(rejectAside('s-r', { reasons: ['expired'] }))
      .then('review.reason-unknown');
    const rejected = given(...escalated);
    const { events } = rejected.when(rejectAside('s-r'));
    const grounds = { signals: readFacts.signals, policies: readFacts.rules };
    expect(events).toMatchObject([{ type: 'ReviewRejected', data: { staffId: 's-r', grounds } }]);
    expect(rejected.state.status).toBe('rejected');
  });

  it('stays there when its person answers an earlier question', () => {
    const later = 8 * 24 * 60 * MINUTE;
    const late = given(open, claim('s-a'), askForMore('s-a'), at(later, claim('s-b')), at(later, escalate('s-b')))
      .when(at(later, answer))
      .then({ data: expect.objectContaining({ waitsFor: 'risk' }) });
    expect(late.state.status).toBe('escalated');
  });
});
