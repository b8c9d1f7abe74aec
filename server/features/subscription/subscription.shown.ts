import type { NewCoin } from '../../../contracts/subscription.contract.js';
import { amount, ONE, toCount } from '../../../shared/money.js';
import { outcomesOf } from '../../../shared/new-coin.js';
import type { NewCoinRow } from './subscription.projection.js';

/** The status that owner and staff see: a failed issue shows before its refunds. */
export const SHOWN_STATUS = `CASE WHEN ended_at = 0 AND EXISTS (
  SELECT FROM new_coins issue WHERE issue.realm = subscriptions.realm AND issue.issue_id = subscriptions.issue_id
    AND issue.status = 'failed') THEN 'issue-failed' ELSE status END`;

/** How an issue was shared out; `null` before. */
export function allocationOf({ status, allotted: volume, total, leftover, epoch, seed }: NewCoinRow) {
  return status === 'listed' || status === 'unlocked' ? { volume, total, leftover, epoch, seed } : null;
}

/** An announced issue as everybody sees it; `saleFee` is the taker fee of a sale at the opening. */
export function newCoinOf(row: NewCoinRow, saleFee: string, mine: Pick<NewCoin, 'own' | 'problems'>): NewCoin {
  const { openMin, openMax, feeRate, volume, subscribed, floatShare } = row;
  return {
    issueId: row.issueId,
    coin: row.coin,
    name: row.name,
    symbol: `${row.coin}USDT`,
    status: row.status,
    failure: row.failure || null,
    issuePrice: row.issuePrice,
    volume,
    minimum: row.minimum,
    subscribed,
    subscribers: row.subscribers,
    remaining: Math.max(0, volume - subscribed),
    opensAt: row.approvedAt,
    closesAt: row.closesAt,
    listsOn: row.listsOn,
    listsAt: row.listsAt,
    callMinutes: row.callMinutes,
    tradesAt: row.tradesAt || null,
    openPrice: row.openPrice || null,
    openEpoch: row.openEpoch || null,
    lockupDays: row.lockupDays,
    unlocksAt: row.unlocksAt || null,
    feeRate,
    minimumUsdt: row.minimumUsdt,
    maximumUsdt: row.maximumUsdt,
    openMin,
    openMax,
    floatCoins: toCount((BigInt(volume) * amount(floatShare)) / ONE),
    outcomes: viewOfOutcomes(outcomesOf(openMin, openMax, feeRate, saleFee)),
    allocation: allocationOf(row),
    version: row.policyVersion,
    ...mine,
  };
}

const viewOfOutcomes = ({ bands, ...figures }: ReturnType<typeof outcomesOf>): NewCoin['outcomes'] => ({
  ...figures,
  bands: bands.map((band) => ({ ...band })),
});
