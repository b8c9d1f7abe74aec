import type { InstrumentDetailView, InstrumentView } from '../../contracts/market.contract.js';
import type { StaffFactorView } from '../../contracts/staff.contract.js';
import { Clock } from '../../server/core/clock.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { textsOf } from './content-desk.js';
import { codeTo, messagesTo, registration } from './people.js';
import { event, type Recipe, type RecipeKit, type TestRequest } from './recipe-kit.js';
import { firstLogin, nextCode, staffPost, type StaffKeys } from './staff-keys.js';
import type { StaffActor } from './actors.js';
import { lookedThrough } from './look.js';

let made = 0;

/** A staff account of this recipe alone, with its initial password, before its first log-in. */
async function hired(kit: RecipeKit, role: 'support' | 'reviewer' | 'risk' = 'support') {
  made += 1;
  const name = `hired-${made}`;
  const accounts = kit.started.app.get<StaffAccounts>(StaffAccounts, { strict: false });
  const account = await accounts.create({ name, role, queues: [], by: '' });
  if (account === undefined) throw new Error('the name is taken');
  return { name, ...account };
}

/** A member after the first log-in. */
export async function member(kit: RecipeKit, role?: 'risk'): Promise<StaffKeys & { token: string }> {
  const { name, password } = await hired(kit, role);
  const clock = kit.started.app.get<Clock>(Clock, { strict: false });
  return firstLogin(staffPost(kit.started.url), name, password, clock.now());
}

/** A call of a member with a role, and its event. */
function as(actor: StaffActor, type: string, body: (kit: RecipeKit) => object | Promise<object>): Recipe {
  return async (kit) => ({
    token: await kit.actors.staffSession(actor),
    body: { ...(await body(kit)) },
    effect: event(type),
  });
}

/** A call of an administrator on another account. */
const toMember = (type: string, more: object = {}): Recipe =>
  as('admin', type, async (kit) => ({ staffId: (await hired(kit, 'reviewer')).staffId, ...more }));

/** A call of a member on their own account. */
function toOwn(type: string, body: (own: StaffKeys & { token: string }, kit: RecipeKit) => object | Promise<object>) {
  return async (kit: RecipeKit): Promise<TestRequest> => {
    const own = await member(kit);
    return { token: own.token, body: { ...(await body(own, kit)) }, effect: event(type) };
  };
}

const proof = (own: StaffKeys) => ({ password: own.password, code: nextCode(own) });
const REASON = 'Because the figures of last month say so.';

/** A policy with other values, against the version in force. */
async function proposal(kit: RecipeKit, name: string, changes: object): Promise<object> {
  const answer = await fetch(`${kit.started.url}/web/getPolicy?name=${name}`);
  const { data } = (await answer.json()) as { data: { version: number; values: object } };
  return { name, baseVersion: data.version, values: { ...data.values, ...changes }, reason: REASON };
}

/** Proposed by another one; every policy has one proposal at a time, so each recipe takes its own. */
async function proposed(kit: RecipeKit, name: string, changes: object, by?: string) {
  const token = by ?? (await member(kit, 'risk')).token;
  const sent = await proposal(kit, name, changes);
  const { proposalId } = await kit.staff<{ proposalId: string }>(token, 'proposePolicy', sent);
  return { name, proposalId };
}

/** In force at once, by two of the staff; nothing where it is so already. */
export async function newPolicy(kit: RecipeKit, name: string, changes: object): Promise<void> {
  const { baseVersion } = (await proposal(kit, name, changes)) as { baseVersion: number };
  if (baseVersion > 1) return;
  const body = await proposed(kit, name, changes);
  await kit.staff((await member(kit, 'risk')).token, 'approvePolicy', body);
}

let chosen = 0;

/** A day of earnings of a share that no other recipe chose, on the last of its next five sessions. */
async function action(kit: RecipeKit): Promise<object> {
  const read = async (path: string): Promise<unknown> =>
    ((await (await fetch(`${kit.started.url}/web/${path}`)).json()) as { data: unknown }).data;
  const shares = ((await read('getInstruments')) as InstrumentView[]).filter(
    ({ session }) => session.calendar === 'nyse',
  );
  chosen += 1;
  const symbol = shares[chosen]?.symbol ?? '';
  const { sessions } = (await read(`getInstrumentDetail?symbol=${symbol}`)) as InstrumentDetailView;
  const date = new Date(sessions.at(-1)?.[0] ?? 0).toISOString().slice(0, 10);
  return { symbol, kind: 'earnings', session: 'after-close', date, reason: REASON };
}

/** Proposed by another one. */
async function proposedAction(kit: RecipeKit, by?: string): Promise<object> {
  const token = by ?? (await member(kit, 'risk')).token;
  return kit.staff<{ symbol: string; actionId: string }>(token, 'proposeCorporateAction', await action(kit));
}

/** Each recipe halts a contract of its own: one proposal waits at a time. */
const HALTABLE = ['BTCUSDT-PERP', 'ETHUSDT-PERP', 'SOLUSDT-PERP', 'XRPUSDT-PERP', 'ADAUSDT-PERP', 'DOGEUSDT-PERP'];
let halting = 0;

function halt(): object {
  const symbol = HALTABLE[halting++ % HALTABLE.length];
  return { symbol, change: 'halt', publicReason: 'technical', reason: REASON };
}

async function proposedHalt(kit: RecipeKit, by?: string): Promise<object> {
  const token = by ?? (await member(kit, 'risk')).token;
  return kit.staff<{ symbol: string; proposalId: string }>(token, 'proposeContractHalt', halt());
}

const notice = (slug: string) => ({
  ...{ slug, expectedVersion: 0, kind: 'notice', category: null, order: 1, link: null },
  texts: textsOf(slug),
});

async function saved(kit: RecipeKit, slug: string): Promise<{ slug: string; expectedVersion: number }> {
  const token = await kit.actors.staffSession('content');
  const { streamVersion } = await kit.staff<{ streamVersion: number }>(token, 'saveContent', notice(slug));
  return { slug, expectedVersion: streamVersion };
}

async function waiting(kit: RecipeKit): Promise<{ requestId: string }> {
  return { requestId: await kit.requested((await kit.person()).trader.token) };
}

async function compared(kit: RecipeKit): Promise<{ requestId: string; checks: string[] }> {
  const { requestId } = await claimed(kit);
  const looked = await lookedThrough(kit.started.url, await kit.actors.staffSession('reviewer'), requestId);
  return { requestId, ...looked };
}

async function claimed(kit: RecipeKit): Promise<{ requestId: string }> {
  const request = await waiting(kit);
  await kit.staff(await kit.actors.staffSession('reviewer'), 'claimReview', request);
  return request;
}

async function escalated(kit: RecipeKit): Promise<{ requestId: string }> {
  const request = await claimed(kit);
  await kit.staff(await kit.actors.staffSession('reviewer'), 'escalateReview', { ...request, reason: 'unsure' });
  return request;
}

const savedFilters = (staffId: string, change: number): TestRequest['effect'] => ({
  sql: 'SELECT count(*)::int AS n FROM staff_saved_filters WHERE staff_id = $1',
  values: [staffId],
  change,
});

async function frozen(kit: RecipeKit): Promise<string> {
  const { trader, userId, password } = await kit.person();
  await trader.post('freezeAccount', { password });
  await kit.happen('real', 'UnfreezeAccount', { userId, by: 'owner', reason: null });
  await kit.happen('real', 'FreezeAccount', { userId, by: 'staff', reason: REASON, mayRead: true });
  return userId;
}

const filter = { list: 'users', name: 'mine', filter: '{}', sort: '' };

const desk: Record<string, Recipe> = {
  // One effect of a log-in is one session: who repeats it gets the same token.
  'staff/login': async (kit) => {
    const own = await member(kit);
    return { token: '', body: { name: own.name, ...proof(own) }, effect: event('StaffSignedIn') };
  },
  'staff/logout': async (kit) => {
    const sql = 'SELECT count(*)::int AS n FROM staff_sessions WHERE ended_at IS NOT NULL';
    return { token: await kit.actors.staffSession('support'), body: {}, effect: { sql } };
  },
  'staff/changePassword': toOwn('StaffPasswordChanged', (own) => ({
    ...proof(own),
    newPassword: 'a quiet river runs deep',
  })),
  'staff/beginFactor': async (kit) => {
    const own = await member(kit);
    const sql = 'SELECT count(*)::int AS n FROM staff_accounts WHERE totp_pending IS NOT NULL';
    return { token: own.token, body: proof(own), effect: { sql } };
  },
  'staff/confirmFactor': toOwn('StaffFactorBound', async (own, kit) => {
    const { secret } = await kit.staff<StaffFactorView>(own.token, 'beginFactor', proof(own));
    return { code: totpAt(secret, stepAt(Date.now())) };
  }),
  'staff/renewRecoveryCodes': toOwn('StaffRecoveryRenewed', proof),
  'staff/search': as('support', 'StaffLookedUp', async (kit) => ({ q: (await kit.person()).account, person: true })),
  'staff/saved-filters': async (kit) => {
    const staffId = await kit.actors.staffId('support');
    return { token: await kit.actors.staffSession('support'), body: filter, effect: savedFilters(staffId, 1) };
  },
  'staff/saved-filters/remove': async (kit) => {
    const token = await kit.actors.staffSession('auditor');
    const { id } = await kit.staff<{ id: string }>(token, 'saved-filters', filter);
    return { token, body: { id }, effect: savedFilters(await kit.actors.staffId('auditor'), -1) };
  },
  'staff/outbox/:id/read': async (kit) => {
    const account = registration()['account'] ?? '';
    await codeTo(kit.started, account);
    const id = `${(await messagesTo(kit.started, account))[0]?.id}`;
    return {
      token: await kit.actors.staffSession('support'),
      params: { id },
      body: {},
      effect: event('StaffReadMessage'),
    };
  },
  'staff/users/:id/freeze': async (kit) => {
    const { userId } = await kit.person();
    const token = await kit.actors.staffSession('support');
    return { token, params: { id: userId }, body: { reason: REASON }, effect: event('AccountFrozen') };
  },
  'staff/users/:id/unfreeze': async (kit) => {
    const token = await kit.actors.staffSession('support');
    return { token, params: { id: await frozen(kit) }, body: { reason: REASON }, effect: event('AccountUnfrozen') };
  },
};

const administration: Record<string, Recipe> = {
  'staff/createMember': as('admin', 'StaffCreated', () => ({ name: 'newcomer', role: 'support', queues: [] })),
  'staff/changeMemberRole': toMember('StaffRoleChanged', { role: 'content' }),
  'staff/changeMemberQueues': toMember('StaffQueuesChanged', { queues: ['credit'] }),
  'staff/changeMemberOwnUsers': toMember('StaffOwnUsersChanged', { userIds: ['real-somebody'] }),
  'staff/disableMember': toMember('StaffDisabled'),
  'staff/enableMember': as('admin', 'StaffEnabled', async (kit) => {
    const { staffId } = await hired(kit);
    await kit.staff(await kit.actors.staffSession('admin'), 'disableMember', { staffId });
    return { staffId };
  }),
  'staff/endMemberSessions': toMember('StaffSessionsEnded'),
  'staff/resetMemberPassword': toMember('StaffPasswordReset'),
  'staff/resetMemberFactor': toMember('StaffFactorReset'),
};

const decisions: Record<string, Recipe> = {
  'staff/saveContent': as('content', 'ContentDraftSaved', () => notice('repeat-saved')),
  'staff/publishContent': as('content', 'ContentPublished', (kit) => saved(kit, 'repeat-published')),
  'staff/withdrawContent': as('content', 'ContentWithdrawn', async (kit) => {
    const token = await kit.actors.staffSession('content');
    const entry = await saved(kit, 'repeat-withdrawn');
    const { streamVersion } = await kit.staff<{ streamVersion: number }>(token, 'publishContent', entry);
    return { slug: entry.slug, expectedVersion: streamVersion };
  }),
  'staff/runReconciliation': as('risk', 'ReconciliationDue', () => ({})),
  // Resumed before: every repeat of this test finds payouts running.
  'staff/stopPayouts': as('risk', 'PolicyPublished', () => ({ publicReason: 'security', reason: REASON })),
  'staff/proposePolicy': as('risk', 'PolicyProposed', (kit) => proposal(kit, 'demo.rules', { grantAmount: '2500' })),
  'staff/approvePolicy': as('risk', 'PolicyPublished', (kit) => proposed(kit, 'review.rules', { claimMinutes: 16 })),
  'staff/rejectPolicyProposal': as('risk', 'PolicyProposalRejected', async (kit) => ({
    ...(await proposed(kit, 'code.rules', { triesMax: 6 })),
    reason: REASON,
  })),
  'staff/withdrawPolicyProposal': as('risk', 'PolicyProposalWithdrawn', async (kit) =>
    proposed(kit, 'login.rules', { triesMax: 6 }, await kit.actors.staffSession('risk')),
  ),
  'staff/proposeCorporateAction': as('risk', 'CorporateActionProposed', action),
  'staff/approveCorporateAction': as('risk', 'CorporateActionAnnounced', (kit) => proposedAction(kit)),
  'staff/rejectCorporateAction': as('risk', 'CorporateActionRejected', async (kit) => ({
    ...(await proposedAction(kit)),
    reason: REASON,
  })),
  'staff/withdrawCorporateAction': as('risk', 'CorporateActionWithdrawn', async (kit) => ({
    ...(await proposedAction(kit, await kit.actors.staffSession('risk'))),
    reason: REASON,
  })),
  'staff/proposeContractHalt': as('risk', 'HaltProposed', halt),
  'staff/approveContractHalt': as('risk', 'TradingHalted', (kit) => proposedHalt(kit)),
  'staff/rejectContractHalt': as('risk', 'HaltRejected', async (kit) => ({
    ...(await proposedHalt(kit)),
    reason: REASON,
  })),
  'staff/withdrawContractHalt': as('risk', 'HaltWithdrawn', async (kit) => ({
    ...(await proposedHalt(kit, await kit.actors.staffSession('risk'))),
    reason: REASON,
  })),
  'staff/claimReview': as('reviewer', 'ReviewClaimed', waiting),
  'staff/releaseReview': as('reviewer', 'ReviewReleased', claimed),
  'staff/askForMore': as('reviewer', 'ReviewMoreRequested', async (kit) => ({
    ...(await claimed(kit)),
    reasons: ['front-unreadable'],
  })),
  'staff/escalateReview': as('reviewer', 'ReviewEscalated', async (kit) => ({
    ...(await claimed(kit)),
    reason: 'unsure',
  })),
  'staff/holdReview': as('risk', 'ReviewEscalated', async (kit) => ({ ...(await waiting(kit)), reason: 'fraud' })),
  'staff/returnReview': as('risk', 'ReviewReturned', escalated),
  'staff/rejectEscalated': as('risk', 'ReviewRejected', async (kit) => ({
    ...(await escalated(kit)),
    reasons: ['front-unreadable'],
  })),
  'staff/decideReview': as('reviewer', 'ReviewApproved', async (kit) => ({
    ...(await compared(kit)),
    verdict: 'approved',
  })),
  'staff/approveReviews': as('reviewer', 'ReviewApproved', async (kit) => {
    // A credit proof: what asks for ticks is approved alone, and nothing that was not looked through.
    const { requestId } = await kit.creditProof();
    const reviewer = await kit.actors.staffSession('reviewer');
    await kit.staff(reviewer, 'claimReview', { requestId });
    await lookedThrough(kit.started.url, reviewer, requestId);
    return { requestIds: [requestId] };
  }),
};

export const staffRecipes: Record<string, Recipe> = { ...desk, ...administration, ...decisions };
