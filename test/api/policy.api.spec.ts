import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PolicyChanged, PolicyView } from '../../contracts/policy-change.contract.js';
import { policyNames } from '../../contracts/policy.contract.js';
import { STAFF_ROLES } from '../../contracts/staff.contract.js';
import { Clock } from '../../server/core/clock.js';
import { Commands } from '../../server/core/command.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { HousePolicies } from '../../server/features/policy/house-policies.js';
import { codeOf, invited } from '../kit/invited.js';
import { register } from '../kit/people.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { TestWallet } from '../kit/wallets.js';

const NAME = 'login.rules';
const REASON = 'Fewer guesses, as the audit asked for';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let visitor: Trader;

beforeAll(async () => {
  staff = await startStaffed();
  visitor = new Trader(staff.started);
  await staff.member('ann', 'risk');
  await staff.member('bob', 'risk');
}, 120_000);
afterAll(() => staff.started.close());

const inForce = (name = NAME): Promise<PolicyView> => visitor.given('getPolicy', { name });
const approve = (form: object) => staff.as('bob').when('approvePolicy', form);

/** Proposes values that differ, against the version in force. */
async function propose(name = NAME, changes: object = {}): Promise<PolicyChanged> {
  const { version, values } = await inForce(name);
  const request = { name, baseVersion: version, values: { ...values, ...changes }, reason: REASON };
  return staff.as('ann').given('proposePolicy', request);
}

const proposal = (id: string) => staff.as('auditor').when('policy-proposals/:id', { id });

describe('a policy', () => {
  it('is changed by two people, is followed at once, and shows its history with who, why and what was before', async () => {
    const before = await inForce('demo.rules');
    const { proposalId } = await propose('demo.rules', { grantAmount: '2500', lifeDays: 3 });
    expect((await inForce('demo.rules')).version).toBe(before.version);
    await proposal(proposalId).then({
      ...{ state: 'waiting', proposedByName: 'ann', reason: REASON },
      ...{ before: { grantAmount: '100000' }, values: { grantAmount: '2500' } },
    });
    await approve({ name: 'demo.rules', proposalId }).then();
    const demo = await Trader.demo(staff.started);
    const inputs = { grantAmount: '2500', lifeDays: 3 };
    const opened = { event: 'DemoOpened', policy: 'demo.rules', version: 2, inputs };
    await demo.when('getDecisions').then({ items: [opened] });
    const second = { version: 2, inForce: true, proposedByName: 'ann', approvedByName: 'bob', reason: REASON };
    const first = { version: 1, inForce: false, proposedBy: '', approvedBy: '', before: null };
    const filter = { name: 'demo.rules' };
    await staff
      .as('auditor')
      .when('policy-versions', { filter })
      .then([{ ...second, before: before.values }, first]);
    await visitor.when('getPolicy', { ...filter, version: 1 }).then({ ...before, inForce: false });
  });

  it('is known as it was in force at any instant, by a server that followed it and by one that starts now', async () => {
    const name = 'contract.crypto';
    const first = await inForce(name);
    const { proposalId } = await propose(name, { leverage1: 90 });
    await approve({ name, proposalId }).then();
    const second = await inForce(name);
    const { app } = staff.started;
    const following = app.get(HousePolicies, { strict: false });
    const starting = new HousePolicies(
      app.get(Writers, { strict: false }),
      app.get(Commands, { strict: false }),
      app.get(Clock, { strict: false }),
    );
    await starting.start();
    for (const policies of [following, starting]) {
      const at = (instant: number): [number, number] => {
        const { version, values } = policies.inForceAt(name, instant);
        return [version, values.leverage1];
      };
      expect(at(first.publishedAt - 1)).toEqual([1, 100]);
      expect(at(second.publishedAt - 1)).toEqual([1, 100]);
      expect(at(second.publishedAt)).toEqual([2, 90]);
      expect(policies.inForce(name)).toEqual(policies.inForceAt(name, second.publishedAt + 1));
      const after = (instant: number) => policies.publishedAfter(name, instant);
      expect(after(first.publishedAt - 1)).toMatchObject([{ version: 2, publishedAt: second.publishedAt }]);
      expect(after(second.publishedAt)).toEqual([]);
    }
    starting.close();
  });

  it('is not changed by whoever proposed it alone, also not under another session', async () => {
    const { proposalId } = await propose(NAME, { lockMinutes: 20 });
    const named = { name: NAME, proposalId };
    staff.tokens.set('ann', await staff.again('ann'));
    await staff.as('ann').when('approvePolicy', named).then('403 policy.own-proposal');
    await staff.as('bob').when('withdrawPolicyProposal', named).then('403 policy.not-your-proposal');
    await staff.as('ann').when('withdrawPolicyProposal', named).then();
    await proposal(proposalId).then({ state: 'withdrawn' });
    await approve(named).then('409 policy.proposal-decided');
  });

  it('has one proposal at a time, which waits in the queue of those who may decide', async () => {
    const { proposalId } = await propose(NAME, { lockMinutes: 25 });
    const { version, values } = await inForce();
    const another = { name: NAME, baseVersion: version, values: { ...values, triesMax: 3 }, reason: REASON };
    const bob = staff.as('bob');
    await bob.when('proposePolicy', another).then('409 policy.proposal-waiting');
    const waiting = (await bob.given('queues')).find((queue) => queue.name === 'policy-proposals');
    expect(waiting?.count).toBe(1);
    await bob.when('policies', { filter: { waiting: true } }).then([{ id: NAME, waiting: proposalId }]);
    const no = { name: NAME, proposalId, reason: 'Locks out people who only mistyped' };
    await bob.when('rejectPolicyProposal', no).then();
    await proposal(proposalId).then({ state: 'rejected', decidedByName: 'bob', decision: no.reason });
  });

  it.each<[string, object, string, object]>([
    ['a stale version', { baseVersion: 0 }, '409 policy.version-stale', { expected: 0, current: 1 }],
    ['a value out of bounds', { values: { triesMax: 0 } }, '422 policy.value-invalid', { key: 'triesMax' }],
    ['an unknown value', { values: { lucky: 7 } }, '422 policy.value-invalid', { key: 'lucky' }],
    ['no reason', { values: { triesMax: 6 }, reason: 'because' }, '422 policy.reason-short', { min: 10 }],
    ['nothing changed', {}, '422 policy.nothing-changed', {}],
    ['an unknown policy', { name: 'lunch.rules' }, '404 policy.unknown', {}],
  ])('refuses %s, naming the figures', async (_, change: { values?: object }, refusal, params) => {
    const { version, values } = await inForce('staff.login');
    const request = { name: 'staff.login', baseVersion: version, reason: REASON, ...change };
    const proposed = { ...request, values: { ...values, ...change.values } };
    await staff.as('ann').when('proposePolicy', proposed).then({ refusal, params });
  });

  it('refused for a value says so by the label of the form', async () => {
    const { version, values } = await inForce('staff.login');
    const request = { name: 'staff.login', baseVersion: version, reason: REASON, values: { ...values, triesMax: 0 } };
    const sentence = '“Failed attempts before lock” is missing, unknown or out of range. Correct it.';
    await staff.as('ann').when('proposePolicy', request).then('policy.value-invalid', sentence);
  });

  it('refused for a value that others are against does not call it out of range', async () => {
    const { version, values } = await inForce('contract.others');
    const request = { name: 'contract.others', baseVersion: version, reason: REASON };
    const sentence = '“Maximum leverage, bracket 2” doesn’t fit the other values. Compare them and correct one.';
    const proposed = { ...request, values: { ...values, leverage2: 25 } };
    await staff.as('ann').when('proposePolicy', proposed).then('policy.value-conflict', sentence);
  });

  it('is published once by fifty who agree at once, and once by fifty repeats of one', async () => {
    const name = 'registration.rules';
    const { proposalId } = await propose(name, { invitationRequired: true });
    const fifty = (form: object) => Promise.all(Array.from({ length: 50 }, () => approve(form).send()));
    const tries = await fifty({ name, proposalId });
    expect(tries.map(({ refusal }) => refusal).sort()).toEqual([
      '',
      ...Array<string>(49).fill('policy.proposal-decided'),
    ]);
    expect((await inForce(name)).version).toBe(2);
    const again = await propose(name, { invitationRequired: false });
    const repeats = await fifty({ name, proposalId: again.proposalId, requestToken: 'agree-once' });
    expect(repeats.map(({ status, data }) => [status, data.proposalId])).toEqual(
      Array.from({ length: 50 }, () => [200, again.proposalId]),
    );
    expect((await inForce(name)).version).toBe(3);
  });

  it('that asks for an invitation code is followed by the next registration and the next wallet', async () => {
    const name = 'registration.rules';
    const publish = async (invitationRequired: boolean) => {
      const { proposalId } = await propose(name, { invitationRequired });
      await approve({ name, proposalId }).then();
    };
    const byWallet = async (more: Record<string, string> = {}) => {
      const wallet = new TestWallet(1);
      const asked = { purpose: 'login', address: wallet.address, domain: new URL(staff.started.url).host };
      const { nonce, message } = await visitor.given('getWalletChallenge', asked);
      const form = { nonce, signature: wallet.sign(message), country: 'DE', agreement: 'yes', ...more };
      return visitor.post('walletLogin', form);
    };
    const inviter = await invited(staff.started);
    await publish(true);
    // The forms read it here, and check before they send.
    const { version, values } = await inForce(name);
    expect(values).toEqual({ invitationRequired: true });
    for (const uninvited of [await register(staff.started), await byWallet()]) {
      expect(uninvited).toMatchObject({ refusal: 'invitation.required', field: 'invitationCode' });
      expect(uninvited.params).toMatchObject({ policy: name, version });
    }
    expect((await byWallet({ invitationCode: await codeOf(inviter) })).refusal).toBe('');
    await publish(false);
    expect((await register(staff.started)).refusal).toBe('');
  });

  it('is not agreed to by somebody whose role was taken away meanwhile', async () => {
    await staff.member('cid', 'risk');
    const { proposalId } = await propose('review.rules', { claimMinutes: 20 });
    const { staffId } = await staff.as('cid').given('me');
    await staff.as('admin').given('changeMemberRole', { staffId, role: 'support' });
    const request = { name: 'review.rules', proposalId };
    await staff.as('cid').when('approvePolicy', request).then('401 staff.session-missing');
    staff.tokens.set('cid', await staff.again('cid'));
    await staff.as('cid').when('approvePolicy', request).then('403 staff.role-missing');
    expect((await inForce('review.rules')).version).toBe(1);
    await approve(request).then();
  });
});

describe('the orders of the market', () => {
  it('follow a policy from the moment in which it is published', async () => {
    const demo = await Trader.demo(staff.started);
    const rules = await propose('spot.rules', { maxNotional: '900' });
    await approve({ name: 'spot.rules', proposalId: rules.proposalId }).then();
    const table = await propose('spot.fees', { taker0: '0.002' });
    await approve({ name: 'spot.fees', proposalId: table.proposalId }).then();
    const fees = { takerRate: '0.002', policy: 'spot.fees', policyVersion: 2 };
    await visitor.when('getInstrumentDetail', { symbol: 'BTCUSDT' }).then({ fees });
    const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '50000', quantity: '1', timeInForce: 'GTC' };
    await demo.when('placeOrder', order).then('order.notional-above-maximum');
  });
});

describe('who may touch policies', () => {
  const writes = ['proposePolicy', 'approvePolicy', 'rejectPolicyProposal', 'withdrawPolicyProposal'] as const;

  it.each(STAFF_ROLES.filter((role) => role !== 'risk'))('%s may not propose or decide', async (role) => {
    await staff.member(`the-${role}`, role);
    const who = staff.as(`the-${role}`);
    for (const call of writes) await who.when(call).then('403 staff.role-missing');
    const reading = role === 'auditor' ? undefined : '403 staff.role-missing';
    for (const call of ['policies', 'policy-versions', 'policy-proposals'] as const) await who.when(call).then(reading);
    await who.when('policies/:id', { id: NAME }).then(reading);
  });

  it('everybody may read every policy in force, one by one and each version', async () => {
    const policies = await visitor.given('getPolicies');
    expect(policies.map(({ name }) => name)).toEqual([...policyNames].sort());
    expect(policies.every((policy) => policy.inForce && policy.version >= 1)).toBe(true);
    await visitor.when('getPolicy', { name: 'lunch.rules' }).then('404 policy.unknown');
    await visitor.when('getPolicy', { name: NAME, version: 99 }).then('404 policy.version-unknown');
  });
});

describe('decisions', () => {
  it('are shown to their user only, page by page, the newest first', async () => {
    const [mine, other] = [await Trader.demo(staff.started), await Trader.demo(staff.started)];
    for (let life = 2; life <= 4; life++) await mine.when('regenerateDemo').then();
    const seen: string[] = [];
    let page = await mine.given('getDecisions', { limit: 3 });
    seen.push(...page.items.map(({ event }) => event));
    while (page.nextCursor !== null) {
      page = await mine.given('getDecisions', { limit: 3, cursor: page.nextCursor });
      seen.push(...page.items.map(({ event }) => event));
    }
    expect(seen).toEqual(['DemoRegenerated', 'DemoRegenerated', 'DemoRegenerated', 'DemoOpened']);
    await other.when('getDecisions').then({ items: [{}] });
    await visitor.when('getDecisions').then('401 session.missing');
    await mine.when('getDecisions', { cursor: '1.2.3' }).then('400 request.field-invalid');
    const { userId } = mine;
    const decisions = await staff.as('auditor').given('decisions', { filter: { userId } });
    expect(decisions.map((row) => row.userId)).toEqual(Array.from({ length: 4 }, () => userId));
  });
});
