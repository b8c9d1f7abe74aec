import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../../contracts/envelope.contract.js';
import type {
  DecisionView,
  PolicyChanged,
  PolicyView,
  StaffPolicyProposalRow,
  StaffPolicyRow,
  StaffPolicyVersionRow,
} from '../../contracts/policy-change.contract.js';
import { policyNames } from '../../contracts/policy.contract.js';
import type { StaffQueueView } from '../../contracts/staff-lists.contract.js';
import { STAFF_ROLES } from '../../contracts/staff.contract.js';
import { register } from '../kit/people.js';
import { listQuery, refusalOf, startStaffed } from '../kit/staff-client.js';

const NAME = 'login.rules';
const REASON = 'Fewer guesses, as the audit asked for';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let ann: string;
let bob: string;

beforeAll(async () => {
  staff = await startStaffed();
  ann = await staff.member('ann', 'risk');
  bob = await staff.member('bob', 'risk');
}, 120_000);
afterAll(() => staff.started.close());

async function web<Data>(path: string, token?: string): Promise<{ status: number; data: Data }> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${staff.started.url}/web/${path}`, { headers });
  return { status: response.status, data: ((await response.json()) as { data: Data }).data };
}

const inForce = async (name = NAME): Promise<PolicyView> => (await web<PolicyView>(`getPolicy?name=${name}`)).data;
const send = (path: string, body: object, token: string) => staff.post<PolicyChanged>(path, body, { token });
const outcome = (answer: { status: number; body: unknown }): unknown[] => [answer.status, refusalOf(answer.body)];

/** Proposes values that differ, against the version in force. */
async function propose(token = ann, name = NAME, changes: object = {}): Promise<PolicyChanged> {
  const { version, values } = await inForce(name);
  const request = { name, baseVersion: version, values: { ...values, ...changes }, reason: REASON };
  const { status, body } = await send('proposePolicy', request, token);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

async function proposal(id: string): Promise<StaffPolicyProposalRow> {
  return (await staff.audit<StaffPolicyProposalRow>(`policy-proposals/${id}`)).body;
}

describe('a policy', () => {
  it('is changed by two people, is followed at once, and shows its history with who, why and what was before', async () => {
    const before = await inForce('demo.rules');
    const { proposalId } = await propose(ann, 'demo.rules', { grantAmount: '2500', lifeDays: 3 });
    expect((await inForce('demo.rules')).version).toBe(before.version);
    expect(await proposal(proposalId)).toMatchObject({
      state: 'waiting',
      proposedByName: 'ann',
      reason: REASON,
      before: { grantAmount: '100000' },
      values: { grantAmount: '2500' },
    });
    expect((await send('approvePolicy', { name: 'demo.rules', proposalId }, bob)).status).toBe(200);
    const { data: demo } = await web<{ token: string; userId: string }>('tempLogin');
    const { data: decisions } = await web<Page<DecisionView>>('getDecisions', demo.token);
    expect(decisions.items).toMatchObject([
      { event: 'DemoOpened', policy: 'demo.rules', version: 2, inputs: { grantAmount: '2500', lifeDays: 3 } },
    ]);
    const query = listQuery({ filter: { name: 'demo.rules' } });
    const { body: versions } = await staff.audit<StaffPolicyVersionRow[]>(`policy-versions?${query}`);
    expect(versions).toMatchObject([
      {
        version: 2,
        inForce: true,
        proposedByName: 'ann',
        approvedByName: 'bob',
        reason: REASON,
        before: before.values,
      },
      { version: 1, inForce: false, proposedBy: '', approvedBy: '', before: null },
    ]);
    expect((await web<PolicyView>('getPolicy?name=demo.rules&version=1')).data).toMatchObject({
      ...before,
      inForce: false,
    });
  });

  it('is not changed by whoever proposed it alone, also not under another session', async () => {
    const { proposalId } = await propose(ann, NAME, { lockMinutes: 20 });
    expect(outcome(await send('approvePolicy', { name: NAME, proposalId }, await staff.again('ann')))).toEqual([
      403,
      'policy.own-proposal',
    ]);
    expect(outcome(await send('withdrawPolicyProposal', { name: NAME, proposalId }, bob))).toEqual([
      403,
      'policy.not-your-proposal',
    ]);
    expect((await send('withdrawPolicyProposal', { name: NAME, proposalId }, ann)).status).toBe(200);
    expect((await proposal(proposalId)).state).toBe('withdrawn');
    expect(outcome(await send('approvePolicy', { name: NAME, proposalId }, bob))).toEqual([
      409,
      'policy.proposal-decided',
    ]);
  });

  it('has one proposal at a time, which waits in the queue of those who may decide', async () => {
    const { proposalId } = await propose(ann, NAME, { lockMinutes: 25 });
    const { version, values } = await inForce();
    const another = { name: NAME, baseVersion: version, values: { ...values, triesMax: 3 }, reason: REASON };
    expect(outcome(await send('proposePolicy', another, bob))).toEqual([409, 'policy.proposal-waiting']);
    // The dashboard of a role is at most two seconds old.
    const waiting = async (): Promise<number | undefined> => {
      const { body } = await staff.read<StaffQueueView[]>('queues', bob);
      return body.find((queue) => queue.name === 'policy-proposals')?.count;
    };
    expect(await waiting()).toBe(1);
    const { body } = await staff.read<StaffPolicyRow[]>(`policies?${listQuery({ filter: { waiting: true } })}`, bob);
    expect(body.map((row) => [row.id, row.waiting])).toEqual([[NAME, proposalId]]);
    const no = { name: NAME, proposalId, reason: 'Locks out people who only mistyped' };
    expect((await send('rejectPolicyProposal', no, bob)).status).toBe(200);
    expect(await proposal(proposalId)).toMatchObject({ state: 'rejected', decidedByName: 'bob', decision: no.reason });
  });

  it.each<[string, object, number, string, object]>([
    ['a stale version', { baseVersion: 0 }, 409, 'policy.version-stale', { expected: 0, current: 1 }],
    ['a value out of bounds', { values: { triesMax: 0 } }, 422, 'policy.value-invalid', { key: 'triesMax' }],
    ['an unknown value', { values: { lucky: 7 } }, 422, 'policy.value-invalid', { key: 'lucky' }],
    ['no reason', { values: { triesMax: 6 }, reason: 'because' }, 422, 'policy.reason-short', { min: 10 }],
    ['nothing changed', {}, 422, 'policy.nothing-changed', {}],
    ['an unknown policy', { name: 'lunch.rules' }, 404, 'policy.unknown', {}],
  ])('refuses %s, naming the figures', async (_, change: { values?: object }, status, refusal, params) => {
    const { version, values } = await inForce('staff.login');
    const request = { name: 'staff.login', baseVersion: version, reason: REASON, ...change };
    const answer = await send('proposePolicy', { ...request, values: { ...values, ...change.values } }, ann);
    expect(outcome(answer)).toEqual([status, refusal]);
    expect((answer.body as unknown as { data: { params: object } }).data.params).toMatchObject(params);
  });

  it('refused for a value says so by the label of the form', async () => {
    const { version, values } = await inForce('staff.login');
    const request = { name: 'staff.login', baseVersion: version, reason: REASON, values: { ...values, triesMax: 0 } };
    const { message } = (await send('proposePolicy', request, ann)).body as unknown as { message: string };
    expect(message).toBe('“Failed attempts before lock” is missing, unknown or out of range. Correct it.');
  });

  it('is published once by fifty who agree at once, and once by fifty repeats of one', async () => {
    const name = 'registration.rules';
    const { proposalId } = await propose(ann, name, { invitationRequired: true });
    const tries = await Promise.all(Array.from({ length: 50 }, () => send('approvePolicy', { name, proposalId }, bob)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(tries.filter(({ status }) => status !== 200).map(({ body }) => refusalOf(body)))).toEqual(
      new Set(['policy.proposal-decided']),
    );
    expect((await inForce(name)).version).toBe(2);
    const again = await propose(ann, name, { invitationRequired: false });
    const request = { name, proposalId: again.proposalId, requestToken: 'agree-once' };
    const repeats = await Promise.all(Array.from({ length: 50 }, () => send('approvePolicy', request, bob)));
    expect(repeats.map(({ status, body }) => [status, body.proposalId])).toEqual(
      Array.from({ length: 50 }, () => [200, again.proposalId]),
    );
    expect((await inForce(name)).version).toBe(3);
  });

  it('that asks for an invitation code is followed by the next registration', async () => {
    const name = 'registration.rules';
    const publish = async (invitationRequired: boolean) => {
      const { proposalId } = await propose(ann, name, { invitationRequired });
      expect((await send('approvePolicy', { name, proposalId }, bob)).status).toBe(200);
    };
    await publish(true);
    const { version } = await inForce(name);
    const uninvited = await register(staff.started);
    expect(uninvited).toMatchObject({ refusal: 'invitation.required', field: 'invitationCode' });
    expect(uninvited.params).toMatchObject({ policy: name, version });
    await publish(false);
    expect((await register(staff.started)).refusal).toBe('');
  });

  it('is not agreed to by somebody whose role was taken away meanwhile', async () => {
    const cid = await staff.member('cid', 'risk');
    const { proposalId } = await propose(ann, 'review.rules', { claimMinutes: 20 });
    const { body } = await staff.read<{ staffId: string }>('me', cid);
    const change = { staffId: body.staffId, role: 'support' };
    expect((await staff.post('changeMemberRole', change, { token: staff.tokens.get('admin') ?? '' })).status).toBe(200);
    const request = { name: 'review.rules', proposalId };
    expect(outcome(await send('approvePolicy', request, cid))).toEqual([401, 'staff.session-missing']);
    expect(outcome(await send('approvePolicy', request, await staff.again('cid')))).toEqual([
      403,
      'staff.role-missing',
    ]);
    expect((await inForce('review.rules')).version).toBe(1);
    expect((await send('approvePolicy', request, bob)).status).toBe(200);
  });
});

describe('the orders of the market', () => {
  it('follow a policy from the moment in which it is published', async () => {
    const { data: demo } = await web<{ token: string }>('tempLogin');
    const { proposalId } = await propose(ann, 'spot.rules', { takerRate: '0.002', maxNotional: '900' });
    await send('approvePolicy', { name: 'spot.rules', proposalId }, bob);
    const { data } = await web<{ fees: object }>('getInstrumentDetail?symbol=BTCUSDT');
    expect(data.fees).toMatchObject({ takerRate: '0.002', policy: 'spot.rules', policyVersion: 2 });
    const request = {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      price: '50000',
      quantity: '1',
      timeInForce: 'GTC',
    };
    const response = await fetch(`${staff.started.url}/web/placeOrder`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(request),
    });
    expect(refusalOf(await response.json())).toBe('order.notional-above-maximum');
  });
});

describe('who may touch policies', () => {
  const writes = ['proposePolicy', 'approvePolicy', 'rejectPolicyProposal', 'withdrawPolicyProposal'];

  it.each(STAFF_ROLES.filter((role) => role !== 'risk'))('%s may not propose or decide', async (role) => {
    const token = await staff.member(`the-${role}`, role);
    for (const path of writes)
      expect([path, outcome(await send(path, {}, token))]).toEqual([path, [403, 'staff.role-missing']]);
    const mayRead = role === 'auditor';
    for (const path of ['policies', `policies/${NAME}`, 'policy-versions', 'policy-proposals'])
      expect([path, (await staff.read(path, token)).status]).toEqual([path, mayRead ? 200 : 403]);
  });

  it('everybody may read every policy in force, one by one and each version', async () => {
    const { data } = await web<PolicyView[]>('getPolicies');
    expect(data.map(({ name }) => name)).toEqual([...policyNames].sort());
    expect(data.every((policy) => policy.inForce && policy.version >= 1)).toBe(true);
    expect((await web('getPolicy?name=lunch.rules')).status).toBe(404);
    expect(await web('getPolicy?name=login.rules&version=99')).toMatchObject({
      status: 404,
      data: { refusal: 'policy.version-unknown' },
    });
  });
});

describe('decisions', () => {
  it('are shown to their user only, page by page, the newest first', async () => {
    const { data: mine } = await web<{ token: string; userId: string }>('tempLogin');
    const { data: other } = await web<{ token: string }>('tempLogin');
    const post = (path: string): Promise<Response> =>
      fetch(`${staff.started.url}/web/${path}`, { method: 'POST', headers: { authorization: `Bearer ${mine.token}` } });
    for (let life = 2; life <= 4; life++) expect((await post('regenerateDemo')).status).toBe(200);
    const seen: string[] = [];
    let page = (await web<Page<DecisionView>>('getDecisions?limit=3', mine.token)).data;
    seen.push(...page.items.map(({ event }) => event));
    while (page.nextCursor !== null) {
      page = (await web<Page<DecisionView>>(`getDecisions?limit=3&cursor=${page.nextCursor}`, mine.token)).data;
      seen.push(...page.items.map(({ event }) => event));
    }
    expect(seen).toEqual(['DemoRegenerated', 'DemoRegenerated', 'DemoRegenerated', 'DemoOpened']);
    expect((await web<Page<DecisionView>>('getDecisions', other.token)).data.items).toHaveLength(1);
    expect((await web('getDecisions')).status).toBe(401);
    expect((await web('getDecisions?cursor=1.2.3', mine.token)).status).toBe(400);
    const query = listQuery({ filter: { userId: mine.userId } });
    const { body } = await staff.audit<{ userId: string }[]>(`decisions?${query}`);
    expect(body.map(({ userId }) => userId)).toEqual(Array.from({ length: 4 }, () => mine.userId));
  });
});
