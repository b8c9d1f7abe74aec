import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import type { RecoveryCommand } from './recovery.commands.js';
import { closedProblem, decideRecovery, decideRemovalVerdict } from './recovery.decider.js';
import { securityKind, type SecurityState } from './security.decider.js';

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 0, 5);
const userId = 'real-ab12';
const requestId = 'recovery-1';
const policy = { name: 'recovery.rules', version: 3, inputs: { waitingHours: 24, withdrawalHours: 12 } };
const ask: RecoveryCommand = {
  type: 'RequestGoogleRemoval',
  data: { userId, requestId, imageId: null, provedBy: 'email', policy },
};
const cancel = (of = requestId): RecoveryCommand => ({
  type: 'CancelGoogleRemoval',
  data: { userId, requestId: of, how: 'session' },
});
const remove = (of = requestId): RecoveryCommand => ({ type: 'RemoveLostGoogle', data: { userId, requestId: of } });

/** A person's security as it stands after wishes and verdicts, one after another. */
class Person {
  state: SecurityState = securityKind.initial(userId);
  private version = 0;

  constructor(bound = true) {
    const data = { userId, secretId: 'factor-1', codesId: 'factor-2', codes: 10, policy };
    if (bound) this.happen([{ stream: `security-${userId}`, type: 'GoogleBound', schema: 1, data }], AT);
  }

  wish(command: RecoveryCommand, at = AT): string[] | string {
    return this.happen(decideRecovery(this.state, command, at), at);
  }

  verdict(verdict: 'approved' | 'rejected', of = requestId, at = AT): string[] | string {
    const decision = { requestId: of, verdict, reasons: verdict === 'approved' ? [] : ['other', 'other'], note: null };
    return this.happen(decideRemovalVerdict(this.state, decision, at), at);
  }

  private happen(events: ReturnType<typeof decideRecovery>, at: number): string[] | string {
    if (isRefusal(events)) return events.refusal;
    for (const event of events) {
      this.version += 1;
      const stored = { ...event, realm: 'real', position: this.version, version: this.version, at, actor: 'test' };
      this.state = securityKind.evolve(this.state, stored as RecordedEvent);
    }
    return events.map(({ type }) => type);
  }
}

describe('a lost second factor', () => {
  it('is taken off after approval and the waiting time, never before, and once', () => {
    const person = new Person();
    expect(person.wish(ask)).toEqual(['GoogleRemovalRequested']);
    expect(person.wish(remove(), AT + 99 * HOUR_MS)).toEqual([]);
    expect(person.verdict('approved')).toEqual(['GoogleRemovalApproved']);
    expect(person.state.removal?.effectAt).toBe(AT + 24 * HOUR_MS);
    expect(person.wish(remove(), AT + 24 * HOUR_MS - 1)).toEqual([]);
    expect(person.wish(remove('recovery-0'), AT + 24 * HOUR_MS)).toEqual([]);
    expect(person.wish(remove(), AT + 24 * HOUR_MS)).toEqual(['GoogleRemoved']);
    expect([person.state.google, person.state.removal]).toEqual([null, null]);
    expect(person.wish(remove(), AT + 24 * HOUR_MS)).toEqual([]);
  });

  it('is not taken off once it was stopped or rejected', () => {
    const stopped = new Person();
    stopped.wish(ask);
    stopped.verdict('approved');
    expect(stopped.wish(cancel('recovery-0'))).toEqual([]);
    expect(stopped.wish(cancel())).toEqual(['GoogleRemovalCancelled']);
    expect(stopped.wish(cancel())).toEqual([]);
    expect(stopped.wish(remove(), AT + 99 * HOUR_MS)).toEqual([]);
    expect(stopped.verdict('approved')).toBe('review.not-found');
    const rejected = new Person();
    rejected.wish(ask);
    expect(rejected.verdict('rejected')).toEqual(['GoogleRemovalRejected']);
    expect(rejected.wish(remove(), AT + 99 * HOUR_MS)).toEqual([]);
    expect(rejected.state.google).not.toBeNull();
    expect(rejected.wish(ask)).toEqual(['GoogleRemovalRequested']);
  });

  it('is asked about once at a time, and only where there is one', () => {
    const person = new Person();
    person.wish(ask);
    expect(person.wish(ask)).toBe('security.recovery-open');
    expect(new Person(false).wish(ask)).toBe('security.google-missing');
  });

  it('keeps withdrawals closed for the hours that the person was told', () => {
    const person = new Person();
    expect(closedProblem(person.state, AT)).toBeUndefined();
    person.wish(ask);
    person.verdict('approved');
    const off = AT + 30 * HOUR_MS;
    person.wish(remove(), off);
    const opensAt = off + 12 * HOUR_MS;
    expect(closedProblem(person.state, opensAt - 1)).toEqual(
      refuse('withdrawal.closed-after-recovery', {
        ...{ opensAt, withdrawalHours: '12', policy: 'recovery.rules', version: 3 },
      }),
    );
    expect(closedProblem(person.state, opensAt)).toBeUndefined();
  });
});
