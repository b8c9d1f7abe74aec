import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { NewEvent } from '../../core/event.js';
import type { PolicyValues } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { upcast } from '../../engine/history/event-types.js';
import type { PolicyCommand } from './policy.commands.js';
import './policy.events.js';
import { at, decider } from '../../engine/writer/decider.testkit.js';
import { LIFECYCLE, policyKind, type PolicyStatus } from './policy.decider.js';
import { policyHandlers } from './policy.handler.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 2);
const NAME = 'staff.login';
const SEEDED = { triesMax: 5, lockMinutes: 15, sessionHours: 12 };
const PROPOSED = { triesMax: 4, lockMinutes: 15, sessionHours: 12 };
const rules = { version: 1, reasonLengthMin: 10, proposalDays: 14 };

type Proposing = Extract<PolicyCommand, { type: 'ProposePolicy' }>['data'];

const proposing = (more: Partial<Proposing> = {}): PolicyCommand => {
  const by = { name: NAME, proposalId: 'p-1', staffId: 'ann', baseVersion: 1 };
  return {
    type: 'ProposePolicy',
    data: { ...by, values: PROPOSED, reason: 'The audit asked for it', effectiveFrom: null, rules, ...more },
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

const LATER = NOW + 2 * DAY_MS;
const effecting: PolicyCommand = { type: 'EffectPolicy', data: about };
const PAUSE = 'withdrawal.pause';
const stopping = (values: object = { paused: true, reason: 'security' }, staffId = 'ann'): PolicyCommand => ({
  type: 'StopByPolicy',
  data: { name: PAUSE, staffId, values: values as never, reason: 'Payouts look wrong', rules },
});
const seeding = (name: string, values: PolicyValues) => ({
  type: 'SeedPolicies',
  data: { policies: [{ name, values }] },
});
const seeded = seeding(NAME, SEEDED);
const released = seeding(PAUSE, { paused: false, reason: 'none' });

const policy = (id: string) => decider({ realm: 'house', kind: policyKind, id, handlers: policyHandlers, at: NOW });
const { given } = policy(NAME);
const { given: givenPause } = policy(PAUSE);
const WAYS: Record<PolicyStatus, Parameters<typeof given>> = {
  unpublished: [],
  settled: [seeded],
  proposed: [seeded, proposing()],
  scheduled: [seeded, proposing({ effectiveFrom: LATER }), approving('bob')],
};
/** What a new installation brings. */
const brought = (name: string) => seeding(name, SEEDS.find((seed) => seed.name === name)!.values);
/** A proposal that was within the bounds of its day, and is not any more. */
const proposedOutside = (effectiveFrom: number | null): NewEvent => {
  const [event] = given(seeded).when(proposing({ effectiveFrom })).events;
  const { stream, type, schema, data } = event!;
  return { stream, type, schema, data: { ...(data as object), values: { ...PROPOSED, triesMax: 0 } } };
};

const SEEDS = JSON.parse(readFileSync(new URL('../../../seeds/policies.json', import.meta.url), 'utf8')) as {
  name: string;
  values: PolicyValues;
}[];

describe('a policy', () => {
  const commands = [proposing(), approving('bob'), rejecting('bob'), withdrawing('ann'), effecting];
  const table = (Object.keys(WAYS) as PolicyStatus[]).flatMap((status) =>
    commands.map((command) => [status, command.type, command] as const),
  );

  it.each(table)('in status %s follows its lifecycle on %s', (status, type, command) => {
    const expected: PolicyStatus | Refusal = LIFECYCLE[status][type];
    const one = given(...WAYS[status]);
    expect(one.state.status).toBe(status);
    const outcome = one.when(type === 'EffectPolicy' ? at(LATER, command) : command);
    if (typeof expected !== 'string') return void outcome.then(expected);
    expect(outcome.refusal).toBeUndefined();
    return expect(one.state.status).toBe(expected);
  });

  it('agreed to for later is in force from that instant on, and no earlier', () => {
    const one = given(...WAYS.scheduled);
    expect(one.state).toMatchObject({ status: 'scheduled', inForce: { version: 1 }, effectiveFrom: LATER });
    one
      .when(at(LATER - 1, effecting))
      .then()
      .when(at(LATER, effecting))
      .then({
        type: 'PolicyPublished',
        data: expect.objectContaining({ version: 2, proposedBy: 'ann', approvedBy: 'bob' }),
      });
  });

  it('agreed to for later is due at that instant; one that is in force at once is not', () => {
    const effect = { id: `effect-policy:${about.proposalId}`, dueAt: LATER, type: 'EffectPolicy', data: about };
    expect(given(seeded, proposing({ effectiveFrom: LATER })).when(approving('bob')).due).toEqual([effect]);
    expect(given(seeded, proposing()).when(approving('bob')).due).toEqual([]);
  });

  it('agreed to for later needs a second person as any other', () => {
    given(seeded, proposing({ effectiveFrom: LATER }))
      .when(approving('ann'))
      .then('policy.own-proposal');
  });

  it('agreed to when its instant is over is in force at once', () => {
    given(seeded, proposing({ effectiveFrom: LATER }))
      .when(at(LATER + 1, approving('bob')))
      .then('PolicyPublished');
  });

  it('that no longer fits the bounds when its instant comes stays as it was', () => {
    const data = { ...about, approvedBy: 'bob', effectiveFrom: LATER };
    given(seeded, proposedOutside(LATER), { stream: `policy-${NAME}`, type: 'PolicyScheduled', schema: 1, data })
      .when(at(LATER, effecting))
      .then({
        type: 'PolicyProposalRejected',
        data: expect.objectContaining({ rejectedBy: 'timer', reason: 'policy.value-invalid' }),
      });
  });

  it.each([
    ['at once', null],
    ['later', LATER],
  ])('that no longer fits the bounds is not agreed to, %s', (_, effectiveFrom) => {
    given(seeded, proposedOutside(effectiveFrom))
      .when(approving('bob'))
      .then({
        refusal: 'policy.value-invalid',
        params: expect.objectContaining({ name: NAME, key: 'triesMax' }),
      });
  });

  it.each([NOW, NOW - 1, NOW + 366 * DAY_MS])('is not proposed for %s', (effectiveFrom) => {
    given(seeded).when(proposing({ effectiveFrom })).then('policy.effective-date');
  });

  it('stops payouts by one person at once, who is named alone', () => {
    givenPause(released)
      .when(stopping())
      .then({
        type: 'PolicyPublished',
        data: expect.objectContaining({
          version: 2,
          values: { paused: true, reason: 'security' },
          proposedBy: 'ann',
          approvedBy: null,
        }),
      })
      .when(stopping())
      .then('policy.nothing-changed');
  });

  it.each([[{ paused: false, reason: 'none' }], [{ paused: true, reason: 'gossip' }]])(
    'stops nothing by %j',
    (values) => {
      givenPause(released).when(stopping(values)).then('policy.value-invalid');
    },
  );

  it('ends what waited when one person stops payouts', () => {
    const proposed = proposing({ name: PAUSE, values: { paused: true, reason: 'bank' } });
    givenPause(released, proposed).when(stopping()).then('PolicyProposalWithdrawn', 'PolicyPublished');
    givenPause(released, proposed).when(stopping(undefined, 'bob')).then('PolicyProposalRejected', 'PolicyPublished');
  });

  it('ends what was agreed to for later when one person stops payouts, so that its time changes nothing', () => {
    const proposed = { name: PAUSE, values: { paused: true, reason: 'bank' }, effectiveFrom: LATER };
    const agree = { name: PAUSE, proposalId: 'p-1', staffId: 'bob', rules };
    const planned = givenPause(released, proposing(proposed), { type: 'ApprovePolicy', data: agree });
    expect(planned.state.status).toBe('scheduled');
    planned.and(stopping(undefined, 'rita'));
    expect(planned.state).toMatchObject({ status: 'settled', inForce: { version: 2, values: { reason: 'security' } } });
    planned
      .when({ type: 'EffectPolicy', data: { name: PAUSE, proposalId: 'p-1' }, at: LATER })
      .then('policy.proposal-decided');
  });

  it('releases payouts by two people alone', () => {
    const release = proposing({ name: PAUSE, baseVersion: 2, values: { paused: false, reason: 'none' } });
    const agree = (staffId: string): PolicyCommand => ({
      type: 'ApprovePolicy',
      data: { name: PAUSE, proposalId: 'p-1', staffId, rules },
    });
    const waiting = givenPause(released, stopping(), release);
    expect(waiting.state.status).toBe('proposed');
    waiting
      .when(agree('ann'))
      .then('policy.own-proposal')
      .when(agree('bob'))
      .then({ type: 'PolicyPublished', data: expect.objectContaining({ approvedBy: 'bob' }) });
  });

  it('begins with what the installation brought, once', () => {
    const settled = given(seeded);
    expect(settled.state).toEqual({ status: 'settled', inForce: { version: 1, values: SEEDED } });
    settled.when(seeding(NAME, PROPOSED)).then();
    given(...WAYS.proposed)
      .when(seeding(NAME, PROPOSED))
      .then();
  });

  it('is in force as it was until a second person agrees, and then says who proposed, who agreed, and why', () => {
    const proposed = given(...WAYS.proposed);
    expect(proposed.state).toMatchObject({ inForce: { version: 1, values: SEEDED } });
    proposed.when(approving('bob')).then({
      stream: 'policy-staff.login',
      type: 'PolicyPublished',
      schema: 2,
      data: {
        ...about,
        version: 2,
        values: PROPOSED,
        proposedBy: 'ann',
        approvedBy: 'bob',
        reason: 'The audit asked for it',
      },
      postings: undefined,
    });
  });

  it('records by which policy it was proposed', () => {
    const [event] = given(seeded).when(proposing()).events;
    const policy = { name: 'policy.change', version: 1, inputs: { reasonLengthMin: 10, proposalDays: 14 } };
    expect(event?.data).toMatchObject({ proposedBy: 'ann', baseVersion: 1, policy });
  });

  it('is neither agreed to nor rejected by whoever proposed it, and withdrawn by nobody else', () => {
    given(...WAYS.proposed)
      .when(approving('ann'))
      .then('policy.own-proposal')
      .when(rejecting('ann'))
      .then('policy.own-proposal')
      .when(withdrawing('bob'))
      .then('policy.not-your-proposal');
  });

  it.each<[string, Partial<Proposing>, object]>([
    [
      'against a version that is not in force',
      { baseVersion: 0 },
      { refusal: 'policy.version-stale', params: { expected: 0, current: 1 } },
    ],
    [
      'with a value out of bounds',
      { values: { ...PROPOSED, triesMax: 0 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'triesMax' } },
    ],
    [
      'with a value that is no whole number',
      { values: { ...PROPOSED, triesMax: 4.5 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'triesMax' } },
    ],
    [
      'with a value of another kind',
      { values: { ...PROPOSED, triesMax: '4' } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'triesMax' } },
    ],
    [
      'with a value missing',
      { values: { triesMax: 4, lockMinutes: 15 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'sessionHours' } },
    ],
    [
      'with an unknown value',
      { values: { ...PROPOSED, lucky: 7 } },
      { refusal: 'policy.value-invalid', params: { name: NAME, key: 'lucky' } },
    ],
    [
      'without a reason',
      { reason: '   too few  ' },
      { refusal: 'policy.reason-short', params: { min: 10, policy: 'policy.change', version: 1 } },
    ],
    ['with nothing changed', { values: SEEDED }, { refusal: 'policy.nothing-changed' }],
  ])('is not proposed %s', (_, more, refusal) => {
    expect(given(seeded).when(proposing(more)).refusal).toMatchObject(refusal);
  });

  it('names the first value that another one contradicts', () => {
    const password = { lengthMin: 12, lengthMax: 8, commonRefused: true, tradeDigits: 6 };
    const proposal = proposing({ name: 'password.rules', values: password });
    const known = policy('password.rules').given(brought('password.rules'));
    expect(known.when(proposal).refusal).toMatchObject({
      refusal: 'policy.value-conflict',
      params: { key: 'lengthMax' },
    });
  });

  it.each([
    ['contract.fees', { taker3: '0.0004' }, 'value-conflict', 'taker3'],
    ['contract.crypto', { leverage2: 100 }, 'value-conflict', 'leverage2'],
    ['contract.crypto', { leverage2: 126 }, 'value-invalid', 'leverage2'],
    ['contract.others', { rate8: '0.2' }, 'value-conflict', 'leverage8'],
    ['contract.insurance', { eventMaxUsdt: '1000001' }, 'value-conflict', 'eventMaxUsdt'],
  ])(
    'of %s tells a value that %j sets against others from one that is out of its bounds',
    (name, changes, code, key) => {
      const values = { ...SEEDS.find((seed) => seed.name === name)!.values, ...changes };
      const known = policy(name).given(brought(name));
      expect(known.when(proposing({ name, values })).refusal).toEqual({
        refusal: `policy.${code}`,
        params: { name, key },
      });
    },
  );

  it.each(['', 'plenty', '1e5', '5.', 'none'])(
    'names a limit of %p, which is no amount, and does not compare it',
    (min) => {
      const values = { ...SEEDS.find(({ name }) => name === 'c2c.rules')!.values, min };
      const known = policy('c2c.rules').given(brought('c2c.rules'));
      expect(known.when(proposing({ name: 'c2c.rules', values })).refusal).toMatchObject({
        refusal: 'policy.value-invalid',
        params: { key: 'min' },
      });
    },
  );

  it('has each proposal decided once, and not by the name of another', () => {
    given(...WAYS.proposed, approving('bob'))
      .when(approving('cid'))
      .then('policy.proposal-decided');
    given(...WAYS.proposed)
      .when(approving('bob', 'p-0'))
      .then('policy.proposal-decided');
  });

  it('lets a proposal wait for as many days as the policy says, and not a moment longer', () => {
    given(...WAYS.proposed)
      .when(at(NOW + 14 * DAY_MS - 1, approving('bob')))
      .then('PolicyPublished');
    given(...WAYS.proposed)
      .when(at(NOW + 14 * DAY_MS, approving('bob')))
      .then(refuse('policy.proposal-old', { days: 14, policy: 'policy.change', version: 1 }));
  });

  it('is rejected with a reason, and stays as it was', () => {
    const proposed = given(...WAYS.proposed)
      .when(rejecting('bob', ''))
      .then('policy.reason-short');
    expect(proposed.and(rejecting('bob')).state).toEqual(given(seeded).state);
  });

  it('lifts what the installation brought before there were proposals', () => {
    const { data } = upcast('PolicyPublished', 1, { name: NAME, version: 1, values: SEEDED });
    expect(data).toEqual(given().when(seeded).events[0]?.data);
  });
});
