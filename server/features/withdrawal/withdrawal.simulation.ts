import type { WithdrawalRules } from '../../../contracts/withdrawal.contract.js';
import { amount, format } from '../../../shared/money.js';
import { CONFIRMATIONS, FEE_ASSET, NETWORK, NETWORK_FEE } from '../../outside/hostile/outside.js';
import { idsOf, PRICES, SEALED, type SimulatedWorld, type Simulation } from '../simulation.js';
import { Violation } from '../../core/violation.js';
import { withdrawalKind } from './withdrawal.decider.js';
import type { WithdrawalApproved, WithdrawalRequested } from './withdrawal.events.js';
import { withdrawalReviews, type WithdrawalReviewParts } from './withdrawal.review.js';

const RULES: WithdrawalRules = {
  feeRate: '0.05',
  perDay: 3,
  min: '100',
  max: '200000',
  chains: `USDT:${NETWORK},ETH:${NETWORK}`,
  paysBank: true,
  windowFrom: '06:00',
  windowTo: '24:00',
  timeZone: 'Asia/Hong_Kong',
  turnover: 'consumption',
  turnoverShare: '0.9',
  fourEyesFrom: '10000',
  googleRequired: false,
  processingHours: 24,
};

/** People who withdraw and think better of it, and the payout runner. */
export function simulation(world: SimulatedWorld): Simulation {
  const requests = new Map<string, WithdrawalRequested>();
  return {
    reviews: withdrawalReviews({ debts: world.debts } as WithdrawalReviewParts).map((kind) => ({
      kind,
      facts: (requestId) => ({ prepared: priceOf(requests.get(requestId)) }),
    })),
    requests: {
      id: 'withdrawalId',
      open: ['WithdrawalRequested'],
      end: ['WithdrawalPaid', 'WithdrawalReturned', 'WithdrawalRejected', 'WithdrawalCancelled'],
    },
    facts: {
      WithdrawalRequested: (data) => {
        const request = data as WithdrawalRequested;
        requests.set(request.withdrawalId, request);
      },
      WithdrawalApproved: (data) => {
        const { withdrawalId } = data as WithdrawalApproved;
        enoughEyes(world, withdrawalId, requests.get(withdrawalId));
      },
    },
    deeds: [
      { share: 2, act: (userId) => withdraw(world, userId) },
      { share: 1, act: (userId) => cancel(world, userId) },
    ],
    works: (crashes) => payOut(world, crashes),
  };
}

function priceOf(request: WithdrawalRequested | undefined) {
  if (request === undefined) return undefined;
  const { currency } = request;
  return { currency, priceUsdt: PRICES[currency] ?? null };
}

function withdraw({ rng, savers, payeesOf, nextId, execute }: SimulatedWorld, userId: string): void {
  const payees = payeesOf(rng.chance(0.95) ? userId : rng.pick(savers));
  const payee = payees.length > 0 ? rng.pick(payees) : undefined;
  const chain = payee?.chain ?? null;
  const isCard = payee !== undefined && chain === null;
  const currency = chain === null || rng.chance(0.05) ? 'USDT' : chain.currency;
  const sums = currency === 'ETH' ? ['0.05', '0.5', '3.25'] : ['50', '100', '777.77', '9999', '10000', '25000'];
  const spent = rng.chance(0.9) ? '900000' : '10';
  const data = {
    withdrawalId: nextId('w'),
    userId,
    ownerId: `${userId}.1`,
    kind: isCard ? 'bank' : 'crypto',
    payeeId: payee?.id ?? '',
    currency,
    network: isCard ? '' : NETWORK,
    amount: rng.pick(sums),
    policy: { name: 'withdrawal.rules', version: 1, values: RULES },
    paused: rng.chance(0.02),
    decimals: isCard ? 2 : 6,
    priceUsdt: PRICES[currency],
    payee: payee ? { chain, sealed: SEALED, fingerprint: payee.fingerprint, since: payee.addedAt } : null,
    deviceFingerprint: null,
    problem: null,
    turnover: { spent, deposited: '1000000', invested: '0', balance: '0', position: 1 },
  };
  execute('real', { type: 'SubmitWithdrawal', data, actor: `user:${userId}` });
}

function cancel({ rng, realm, execute }: SimulatedWorld, userId: string): void {
  const all = idsOf(realm('real'), 'WithdrawalRequested', 'withdrawalId');
  if (all.length === 0) return;
  const data = { withdrawalId: rng.pick(all), userId };
  execute('real', { type: 'CancelWithdrawal', data, actor: `user:${userId}` });
}

/** The payout runner, which may die between each two of its steps. */
function payOut(world: SimulatedWorld, crashes: boolean): void {
  const { rng, outside, execute } = world;
  const actor = 'system:payouts';
  const realm = world.realm('real');
  for (const withdrawalId of idsOf(realm, 'WithdrawalApproved', 'withdrawalId')) {
    const state = realm.state(withdrawalKind, withdrawalId);
    if (state.request === null || (state.status !== 'approved' && state.status !== 'sent')) continue;
    const { userId, kind, currency, credited } = state.request;
    const dies = (): boolean => crashes && rng.chance(0.2);
    const paused = crashes && rng.chance(0.05);
    execute('real', { type: 'BeginWithdrawalPayout', data: { withdrawalId, userId, paused }, actor });
    const now = realm.state(withdrawalKind, withdrawalId);
    if (now.request === null || !now.begun || dies()) continue;
    if (kind === 'bank') outside.pay(withdrawalId, amount(credited));
    else outside.send(withdrawalId, currency, amount(credited));
    if (dies()) continue;
    const hash = outside.payoutOf(withdrawalId)?.hash ?? null;
    const sent = { withdrawalId, hash, reference: kind === 'bank' ? withdrawalId : null };
    execute('real', { type: 'RecordWithdrawalSent', data: sent, actor });
    settle(world, withdrawalId);
  }
}

function settle({ rng, outside, execute }: SimulatedWorld, withdrawalId: string): void {
  const transfer = outside.payoutOf(withdrawalId);
  const payout = outside.payouts.get(withdrawalId);
  const isFinal = transfer !== undefined && transfer.confirmations >= CONFIRMATIONS;
  const isOver = payout !== undefined && payout.status !== 'ordered';
  if (!isFinal && !isOver) return;
  const networkFee = isFinal ? { asset: FEE_ASSET, amount: format(NETWORK_FEE) } : null;
  const data = { withdrawalId, outcome: payout?.status === 'returned' ? 'returned' : 'paid', networkFee };
  const command = { type: 'SettleWithdrawal', data, actor: 'system:payouts' };
  execute('real', command);
  if (rng.chance(0.3)) execute('real', command);
}

function enoughEyes(world: SimulatedWorld, withdrawalId: string, request: WithdrawalRequested | undefined): void {
  if (request === undefined) throw new Violation(`${withdrawalId} was approved and never requested`);
  const needed = amount(request.valueUsdt) >= amount(String(request.policy.inputs['fourEyesFrom'])) ? 2 : 1;
  const eyes = world.approvalsOf(withdrawalId);
  if (eyes < needed) throw new Violation(`${withdrawalId} needs ${needed} approvals and had ${eyes}`);
}
