import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '../../core/event.js';
import type { PolicyValues } from '../../core/policy.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { upcast } from '../../event-store/event-types.js';
import type { PolicyCommand } from './policy.commands.js';
import './policy.events.js';
import {
  decidePolicy,
  decideSeed,
  LIFECYCLE,
  policyKind,
  type PolicyState,
  type PolicyStatus,
} from './policy.decider.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 2);
const NAME = 'staff.login';
const SEEDED = { triesMax: 5, lockMinutes: 15, sessionHours: 12 };
const WISHED = { triesMax: 4, lockMinutes: 15, sessionHours: 12 };
const rules = { version: 1, reasonLengthMin: 10, proposalDays: 14 };

type Proposing = Extract<PolicyCommand, { type: 'ProposePolicy' }>['data'];

const proposing = (more: Partial<Proposing> = {}): PolicyCommand => {
  const by = { name: NAME, proposalId: 'p-1', staffId: 'ann', baseVersion: 1 };
  return {
    type: 'ProposePolicy',
    data: { ...by, values: WISHED, reason: 'The audit asked for it', effectiveFrom: null, rules, ...more },
  };
};
const about = { name: NAME, proposalId: 'p-1' };
const approving = (staffId: string, proposalId = 'p-1'): PolicyCommand => ({
  type: 'ApprovePolicy',
  data: { name: NAME, proposalId, staffId, rules },
});
const rejecting = (staffId: string, reason = 'Would lock out too many'): PolicyCommand => ({
  type: 'RejectPolicyProposal',
  data: { ...about, staffId, reason, rules },
});
const withdrawing = (staffId: string): PolicyCommand => ({
  type: 'WithdrawPolicyProposal',
  data: { ...about, staffId },
});

function evolved(state: PolicyState, events: readonly object[], at = NOW): PolicyState {
  return events.reduce<PolicyState>((now, event) => policyKind.evolve(now, { ...event, at } as RecordedEvent), state);
}

function after(state: PolicyState, ...commands: PolicyCommand[]): PolicyState {
  return commands.reduce((now, command) => {
    const decided = decide(now, command);
    if (isRefusal(decided)) throw new Error(`${command.type} was refused: ${decided.refusal}`);
    return evolved(now, decided);
  }, state);
}

function decide(state: PolicyState, command: PolicyCommand, at = NOW) {
  return decidePolicy(state, command, { at, actor: 'test' });
}

const unpublished = policyKind.initial(NAME);
const settled = evolved(unpublished, decideSeed(unpublished, { name: NAME, values: SEEDED }));
const proposed = after(settled, proposing());
const LATER = NOW + 2 * DAY_MS;
const scheduled = after(settled, proposing({ effectiveFrom: LATER }), approving('bob'));
const effecting: PolicyCommand = { type: 'EffectPolicy', data: about };
const PAUSE = 'withdrawal.pause';
const stopping = (values: object = { paused: true, reason: 'security' }, staffId = 'ann'): PolicyCommand => ({
  type: 'StopByPolicy',
  data: { name: PAUSE, staffId, values: values as never, reason: 'Payouts look wrong', rules },
});
const released = evolved(
  unpublished,
  decideSeed(unpublished, { name: PAUSE, values: { paused: false, reason: 'none' } }),
);
const IN_STATUS: Record<PolicyStatus, PolicyState> = { unpublished, settled, proposed, scheduled };

const SEEDS = JSON.parse(readFileSync(new URL('../../../seeds/policies.json', import.meta.url), 'utf8')) as {
  name: string;
  values: PolicyValues;
}[];

describe('a policy', () => {
  const commands = [proposing(), approving('bob'), rejecting('bob'), withdrawing('ann'), effecting];
  const table = Object.entries(IN_STATUS).flatMap(([status, state]) =>
    commands.map((command) => [status as PolicyStatus, command.type, state, command] as const),
  );

  it.each(table)('in status %s follows its lifecycle on %s', (status, type, state, command) => {
    const expected: PolicyStatus | Refusal = LIFECYCLE[status][type];
    const decided = decide(state, command, type === 'EffectPolicy' ? LATER : NOW);
    if (typeof expected !== 'string') return expect(decided).toEqual(expected);
    expect(isRefusal(decided)).toBe(false);
    expect(evolved(state, decided as object[]).status).toBe(expected);
  });

  it('agreed to for later is in force from that instant on, and no earlier', () => {
    expect(scheduled).toMatchObject({ status: 'scheduled', inForce: { version: 1 }, effectiveFrom: LATER });
    expect(decide(scheduled, effecting, LATER - 1)).toEqual([]);
    const [event] = decide(scheduled, effecting, LATER) as RecordedEvent[];
    expect(event).toMatchObject({
      type: 'PolicyPublished',
      data: { version: 2, proposedBy: 'ann', approvedBy: 'bob' },
    });
  });

  it('agreed to for later needs a second person as any other', () => {
    const waiting = after(settled, proposing({ effectiveFrom: LATER }));
    expect(decide(waiting, approving('ann'))).toMatchObject({ refusal: 'policy.own-proposal' });
  });

  it('agreed to when its instant is over is in force at once', () => {
    const waiting = after(settled, proposing({ effectiveFrom: LATER }));
    expect(decide(waiting, approving('bob'), LATER + 1)).toMatchObject([{ type: 'PolicyPublished' }]);
  });

  it('that no longer fits the bounds when its instant comes stays as it was', () => {
    const [first] = decide(settled, proposing({ effectiveFrom: LATER })) as { data: object }[];
    const outside = evolved(settled, [{ ...first, data: { ...first?.data, values: { ...WISHED, triesMax: 0 } } }]);
    const agreed = { type: 'PolicyScheduled', data: { ...about, approvedBy: 'bob', effectiveFrom: LATER } };
    const [event] = decide(evolved(outside, [agreed]), effecting, LATER) as RecordedEvent[];
    expect(event).toMatchObject({
      type: 'PolicyProposalRejected',
      data: { rejectedBy: 'timer', reason: 'policy.value-invalid' },
    });
  });

  it.each([
    ['at once', null],
    ['later', LATER],
  ])('that no longer fits the bounds is not agreed to, %s', (_, effectiveFrom) => {
    const [first] = decide(settled, proposing({ effectiveFrom })) as { data: object }[];
    const outside = evolved(settled, [{ ...first, data: { ...first?.data, values: { ...WISHED, triesMax: 0 } } }]);
    expect(decide(outside, approving('bob'))).toMatchObject({
      refusal: 'policy.value-invalid',
      params: { name: NAME, key: 'triesMax' },
    });
  });

  it.each([NOW, NOW - 1, NOW + 366 * DAY_MS])('is not proposed for %s', (effectiveFrom) => {
    expect(decide(settled, proposing({ effectiveFrom }))).toMatchObject({ refusal: 'policy.effective-date' });
  });

  it('stops payouts by one person at once, who is named alone', () => {
    const [event] = decide(released, stopping()) as RecordedEvent[];
    expect(event).toMatchObject({
      type: 'PolicyPublished',
      data: { version: 2, values: { paused: true, reason: 'security' }, proposedBy: 'ann', approvedBy: null },
    });
    expect(decide(after(released, stopping()), stopping())).toMatchObject({ refusal: 'policy.nothing-changed' });
  });

  it.each([[{ paused: false, reason: 'none' }], [{ paused: true, reason: 'gossip' }]])(
    'stops nothing by %j',
    (values) => {
      expect(decide(released, stopping(values))).toMatchObject({ refusal: 'policy.value-invalid' });
    },
  );

  it('ends what waited when one person stops payouts', () => {
    const wished = proposing({ name: PAUSE, values: { paused: true, reason: 'bank' } });
    expect(decide(after(released, wished), stopping())).toMatchObject([
      { type: 'PolicyProposalWithdrawn' },
      { type: 'PolicyPublished' },
    ]);
    const byAnother = decide(after(released, wished), stopping(undefined, 'bob'));
    expect(byAnother).toMatchObject([{ type: 'PolicyProposalRejected' }, { type: 'PolicyPublished' }]);
  });

  it('ends what was agreed to for later when one person stops payouts, so that its time changes nothing', () => {
    const wished = { name: PAUSE, values: { paused: true, reason: 'bank' }, effectiveFrom: LATER };
    const agree = { name: PAUSE, proposalId: 'p-1', staffId: 'bob', rules };
    const planned = after(released, proposing(wished), { type: 'ApprovePolicy', data: agree });
    expect(planned.status).toBe('scheduled');
    const stopped = after(planned, stopping(undefined, 'rita'));
    expect(stopped).toMatchObject({ status: 'settled', inForce: { version: 2, values: { reason: 'security' } } });
    const due: PolicyCommand = { type: 'EffectPolicy', data: { name: PAUSE, proposalId: 'p-1' } };
    expect(decide(stopped, due, LATER)).toMatchObject({ refusal: 'policy.proposal-decided' });
  });

  it('releases payouts by two people alone', () => {
    const stopped = after(released, stopping());
    const release = proposing({ name: PAUSE, baseVersion: 2, values: { paused: false, reason: 'none' } });
    const waiting = after(stopped, release);
    const agree = (staffId: string): PolicyCommand => ({
      type: 'ApprovePolicy',
      data: { name: PAUSE, proposalId: 'p-1', staffId, rules },
    });
    expect(waiting.status).toBe('proposed');
    expect(decide(waiting, agree('ann'))).toMatchObject({ refusal: 'policy.own-proposal' });
    expect(decide(waiting, agree('bob'))).toMatchObject([{ type: 'PolicyPublished', data: { approvedBy: 'bob' } }]);
  });

  it('begins with what the installation brought, once', () => {
    expect(settled).toEqual({ status: 'settled', inForce: { version: 1, values: SEEDED } });
    expect(decideSeed(settled, { name: NAME, values: WISHED })).toEqual([]);
    expect(decideSeed(proposed, { name: NAME, values: WISHED })).toEqual([]);
  });

  it('is in force as it was until a second person agrees, and then says who proposed, who agreed, and why', () => {
    expect(proposed).toMatchObject({ inForce: { version: 1, values: SEEDED } });
    expect(decide(proposed, approving('bob'))).toEqual([
      {
        stream: 'policy-staff.login',
        type: 'PolicyPublished',
        schema: 2,
        data: {
          ...about,
          version: 2,
          values: WISHED,
          proposedBy: 'ann',
          approvedBy: 'bob',
          reason: 'The audit asked for it',
        },
      },
    ]);
  });

  it('records by which policy it was proposed', () => {
    const [event] = decide(settled, proposing()) as RecordedEvent[];
    const policy = { name: 'policy.change', version: 1, inputs: { reasonLengthMin: 10, proposalDays: 14 } };
    expect(event?.data).toMatchObject({ proposedBy: 'ann', baseVersion: 1, policy });
  });

  it('is neither agreed to nor rejected by whoever proposed it, and withdrawn by nobody else', () => {
    expect(decide(proposed, approving('ann'))).toMatchObject({ refusal: 'policy.own-proposal' });
    expect(decide(proposed, rejecting('ann'))).toMatchObject({ refusal: 'policy.own-proposal' });
    expect(decide(proposed, withdrawing('bob'))).toMatchObject({ refusal: 'policy.not-your-proposal' });
  });

  it.each<[string, Partial<Proposing>, object]>([
    [
      'against a version that is not in force',
      { baseVersion: 0 },
      { refusal: 'policy.version-stale', params: { expected: 0, current: 1 } },
    ],
    [
      'with a value out of bounds',
      { values: { ...WISHED, triesMax: 0 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'triesMax' } },
    ],
    [
      'with a value that is no whole number',
      { values: { ...WISHED, triesMax: 4.5 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'triesMax' } },
    ],
    [
      'with a value of another kind',
      { values: { ...WISHED, triesMax: '4' } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'triesMax' } },
    ],
    [
      'with a value missing',
      { values: { triesMax: 4, lockMinutes: 15 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'sessionHours' } },
    ],
    [
      'with an unknown value',
      { values: { ...WISHED, lucky: 7 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'lucky' } },
    ],
    [
      'without a reason',
      { reason: '   too few  ' },
      { refusal: 'policy.reason-short', params: { min: 10, policy: 'policy.change', version: 1 } },
    ],
    ['with nothing changed', { values: SEEDED }, { refusal: 'policy.nothing-changed' }],
  ])('is not proposed %s', (_, more, refusal) => {
    expect(decide(settled, proposing(more))).toMatchObject(refusal);
  });

  it('names the first value that another one contradicts', () => {
    const password = { lengthMin: 12, lengthMax: 8, commonRefused: true, tradeDigits: 6 };
    expect(decide(settled, proposing({ name: 'password.rules', values: password }))).toMatchObject({
      refusal: 'policy.value-invalid',
      params: { key: 'lengthMax' },
    });
  });

  it.each(['', 'plenty', '1e5', '5.', 'none'])(
    'names a limit of %p, which is no amount, and does not compare it',
    (min) => {
      const values = { ...SEEDS.find(({ name }) => name === 'c2c.rules')!.values, min };
      expect(decide(settled, proposing({ name: 'c2c.rules', values }))).toMatchObject({
        refusal: 'policy.value-invalid',
        params: { key: 'min' },
      });
    },
  );

  it('has each proposal decided once, and not by the name of another', () => {
    expect(decide(after(proposed, approving('bob')), approving('cid'))).toMatchObject({
      refusal: 'policy.proposal-decided',
    });
    expect(decide(proposed, approving('bob', 'p-0'))).toMatchObject({ refusal: 'policy.proposal-decided' });
  });

  it('lets a proposal wait for as many days as the policy says, and not a moment longer', () => {
    expect(isRefusal(decide(proposed, approving('bob'), NOW + 14 * DAY_MS - 1))).toBe(false);
    expect(decide(proposed, approving('bob'), NOW + 14 * DAY_MS)).toMatchObject({
      refusal: 'policy.proposal-old',
      params: { days: 14, policy: 'policy.change', version: 1 },
    });
  });

  it('is rejected with a reason, and stays as it was', () => {
    expect(decide(proposed, rejecting('bob', ''))).toMatchObject({ refusal: 'policy.reason-short' });
    expect(after(proposed, rejecting('bob'))).toEqual(settled);
  });

  it('lifts what the installation brought before there were proposals', () => {
    const { data } = upcast('PolicyPublished', 1, { name: NAME, version: 1, values: SEEDED });
    expect(data).toEqual((decideSeed(unpublished, { name: NAME, values: SEEDED })[0] as RecordedEvent).data);
  });
});
