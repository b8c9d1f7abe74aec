import type { ActionPolicy, ApproveCorporateAction, ProposeCorporateAction } from './corporate-action.commands.js';

export const NOW = Date.UTC(2026, 10, 24, 12);
export const DAY_MS = 86_400_000;
export const SYMBOL = 'AAPLUSDT';
export const PRICE = '200';
const about = { symbol: SYMBOL, actionId: 'action-1' };

export const POLICY: ActionPolicy = {
  name: 'action.rules',
  version: 3,
  values: {
    noticeDays: 2,
    aheadDaysMax: 365,
    reasonLengthMin: 10,
    dividendShareMax: '0.25',
    splitRatioMax: 100,
    splitTicksMin: 100,
  },
};

/** A dividend of 0.26 USDT in five days, at a price of 200. */
export function proposing(more: Partial<ProposeCorporateAction['data']> = {}) {
  const terms = { base: 'AAPL', quote: 'USDT', kind: 'dividend', date: '2026-11-29', session: null } as const;
  const given = {
    dueAt: NOW + 5 * DAY_MS,
    perShare: '0.26',
    reason: 'As the board decided',
    price: PRICE,
    tick: '0.01',
  };
  const ratio = { newShares: null, oldShares: null };
  const data = { ...about, staffId: 'ann', policy: POLICY, ...terms, ...given, ...ratio, ...more };
  return { type: 'ProposeCorporateAction' as const, data };
}

export function approving(more: Partial<ApproveCorporateAction['data']> = {}) {
  return {
    type: 'ApproveCorporateAction' as const,
    data: { ...about, staffId: 'bob', policy: POLICY, price: PRICE, tick: '0.01', ...more },
  };
}

/** A split of 10 new shares for one old. */
export const splitting = (more: Partial<ProposeCorporateAction['data']> = {}) =>
  proposing({ kind: 'split', perShare: null, newShares: 10, oldShares: 1, ...more });

const ending = (type: 'RejectCorporateAction' | 'WithdrawCorporateAction', staffId: string, reason: string) => ({
  type,
  data: { ...about, staffId, policy: POLICY, reason },
});
export const rejecting = (staffId = 'bob', reason = 'The figures are wrong') =>
  ending('RejectCorporateAction', staffId, reason);
export const withdrawing = (staffId = 'ann', reason = 'The board thought again') =>
  ending('WithdrawCorporateAction', staffId, reason);
export const effecting = { type: 'EffectCorporateAction' as const, data: about };
export const settling = { type: 'SettleCorporateAction' as const, data: { ...about, holders: 2, paid: '5.2' } };
