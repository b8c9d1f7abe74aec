import { WITHDRAWAL_PRESETS, type WithdrawalRules } from '../../../contracts/withdrawal.contract.js';
import { amount } from '../../../shared/money.js';
import type { Sealed } from '../../core/person.js';
import type { SubmitWithdrawal } from './withdrawal.commands.js';
import { withdrawalsKind } from './withdrawal.decider.js';
import type { WithdrawalInput, WithdrawalEligibility } from './withdrawal.rules.js';

/** 13:00 in Hong Kong. */
export const AT = Date.UTC(2026, 2, 3, 5);
export const DOCUMENTED: WithdrawalRules = WITHDRAWAL_PRESETS.documented;
export const SEALED = 'v1.sealed' as Sealed;
const NONE = { spent: '0', deposited: '0', invested: '0', balance: '0', position: 1 };

export function requestOf(changes: Partial<SubmitWithdrawal['data']> = {}): SubmitWithdrawal['data'] {
  return {
    ...{ withdrawalId: 'w-1', userId: 'real-1', ownerId: 'real-1.1', kind: 'crypto', payeeId: 'payee-1' },
    ...{ currency: 'USDT', network: 'ERC20', amount: '1000', paused: false, decimals: 6, priceUsdt: '1' },
    policy: { name: 'withdrawal.rules', version: 3, values: DOCUMENTED },
    payee: { chain: { currency: 'USDT', network: 'ERC20' }, sealed: SEALED, fingerprint: 'f', since: AT - 1 },
    ...{ deviceFingerprint: null, turnover: NONE, problem: null },
    ...changes,
  };
}

export function eligibilityOf(changes: Partial<WithdrawalEligibility> = {}): WithdrawalEligibility {
  const nothing = { accountProblem: undefined, payeeProblem: undefined };
  const debts = { owed: amount('0'), availableUsdt: amount('0') };
  return { at: AT, available: amount('100000'), requests: [], ...debts, ...nothing, ...changes };
}

export function inputOf({
  rules,
  ...changes
}: Partial<WithdrawalInput> & { rules?: WithdrawalRules } = {}): WithdrawalInput {
  const none = amount('0');
  return {
    ...{ kind: 'crypto', payeeId: 'payee-1', currency: 'USDT', network: 'ERC20', amount: '1000' },
    ...{ paused: false, decimals: 6, priceUsdt: amount('1') },
    policy: { name: 'withdrawal.rules', version: 3, values: rules ?? DOCUMENTED },
    payeeChain: { currency: 'USDT', network: 'ERC20' },
    turnover: { spent: none, deposited: none, invested: none, balance: none },
    ...changes,
  };
}

/** The instants that the day's limit sees after these requests. */
export function counted(...ats: readonly number[]): readonly number[] {
  const place = { realm: 'real', position: 1, version: 1, actor: 'user:x' };
  const cause = { correlation: 'call-1', causation: 'call-1/SubmitWithdrawal' };
  const event = { ...place, ...cause, stream: 'withdrawals-real-1', type: 'WithdrawalCounted', schema: 1, data: {} };
  return ats.reduce((state, at) => withdrawalsKind.evolve(state, { ...event, at }), withdrawalsKind.initial(''))
    .requests;
}
