import { describe, expect, it } from '@jest/globals';
import type { NewEvent } from '../../core/event.js';
import { at, decider, type AnyCommand } from '../../engine/writer/decider.testkit.js';
import { closedWithdrawals, decideRemovalVerdict } from './recovery.decider.js';
import { recoveryHandlers } from './recovery.handler.js';
import { securityKind, type SecurityState } from './security.decider.js';
import './recovery.events.js';
import './security.events.js';

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 0, 5);
const userId = 'real-ab12';
const requestId = 'recovery-1';
const policy = { name: 'recovery.rules', version: 3, inputs: { waitingHours: 24, withdrawalHours: 12 } };
const requestRemoval: AnyCommand = {
  type: 'RequestAuthenticatorRemoval',
  data: { userId, requestId, imageId: null, provedBy: 'email', policy },
};
const cancel = (of = requestId): AnyCommand => ({
  type: 'CancelAuthenticatorRemoval',
  data: { userId, requestId: of, how: 'session' },
});
const remove = (of = requestId): AnyCommand => ({ type: 'RemoveLostAuthenticator', data: { userId, requestId: of } });

const bound: NewEvent = {
  stream: `security-${userId}`,
  type: 'AuthenticatorBound',
  schema: 1,
  data: { userId, secretId: 'factor-1', codesId: 'factor-2', codes: 10, step: 1, policy },
};
const verdict = (outcome: 'approved' | 'rejected') => (state: SecurityState, now: number) =>
  decideRemovalVerdict(
    state,
    { requestId, verdict: outcome, reasons: outcome === 'approved' ? [] : ['other', 'other'], note: null },
    now,
  );

const { given } = decider({ realm: 'real', kind: securityKind, id: userId, at: AT, handlers: recoveryHandlers });

describe('a lost second factor', () => {
  it('is taken off after approval and the waiting time, never before, and once', () => {
    given(bound)
      .when(requestRemoval)
      .then('AuthenticatorRemovalRequested', 'ReviewOpened')
      .when(at(AT + 99 * HOUR_MS, remove()))
      .then();
    const person = given(bound, requestRemoval).when(verdict('approved')).then('AuthenticatorRemovalApproved');
    expect(person.state.removal?.effectAt).toBe(AT + 24 * HOUR_MS);
    person
      .when(at(AT + 24 * HOUR_MS - 1, remove()))
      .then()
      .when(at(AT + 24 * HOUR_MS, remove('recovery-0')))
      .then()
      .when(at(AT + 24 * HOUR_MS, remove()))
      .then('AuthenticatorRemoved');
    expect([person.state.google, person.state.removal]).toEqual([null, null]);
    person.when(at(AT + 24 * HOUR_MS, remove())).then();
  });

  it('is not taken off once it was stopped or rejected', () => {
    given(bound, requestRemoval, verdict('approved'))
      .when(cancel('recovery-0'))
      .then()
      .when(cancel())
      .then('AuthenticatorRemovalCancelled', 'ReviewWithdrawn')
      .when(cancel())
      .then()
      .when(at(AT + 99 * HOUR_MS, remove()))
      .then()
      .when(verdict('approved'))
      .then('review.not-found');
    const rejected = given(bound, requestRemoval)
      .when(verdict('rejected'))
      .then('AuthenticatorRemovalRejected')
      .when(at(AT + 99 * HOUR_MS, remove()))
      .then();
    expect(rejected.state.google).not.toBeNull();
    rejected.when(requestRemoval).then('AuthenticatorRemovalRequested', 'ReviewOpened');
  });

  it('is asked about once at a time, and only where there is one', () => {
    given(bound, requestRemoval).when(requestRemoval).then('security.recovery-open');
    given().when(requestRemoval).then('security.google-missing');
  });

  it('keeps withdrawals closed for the hours that the person was told', () => {
    expect(closedWithdrawals(given(bound).state, AT)).toBeUndefined();
    const off = AT + 30 * HOUR_MS;
    const person = given(bound, requestRemoval, verdict('approved'), at(off, remove()));
    const opensAt = off + 12 * HOUR_MS;
    expect(closedWithdrawals(person.state, opensAt - 1)).toEqual({
      opensAt,
      withdrawalHours: '12',
      policy: 'recovery.rules',
      version: 3,
    });
    expect(closedWithdrawals(person.state, opensAt)).toBeUndefined();
  });
});
