import type { CustodyOrder, CustodyStatus } from '../../../contracts/custody.contract.js';
import { interestOf } from '../../../shared/custody.js';
import type { OpenCustody } from './custody.state.js';

export function statusOf({ redemption }: Pick<OpenCustody, 'redemption'>): CustodyStatus {
  if (redemption === null) return 'in-custody';
  return redemption.rejectedFor === null ? 'redeeming' : 'redemption-rejected';
}

/** An order that is not over, as its owner sees it. `rates` are those that are revealed. */
export function viewOf(order: OpenCustody, rates: readonly string[]): CustodyOrder {
  const { redemption } = order;
  return {
    orderId: order.orderId,
    productId: order.productId,
    status: statusOf(order),
    amount: order.principal,
    cycleDays: order.cycleDays,
    rateMin: order.rateMin,
    rateMax: order.rateMax,
    penalty: { kind: order.penalty, rate: order.penaltyRate },
    version: order.policy.version,
    boughtAt: order.boughtAt,
    maturesAt: order.maturesAt,
    rates: [...rates],
    accrued: interestOf(order.principal, rates),
    remainingDays: order.cycleDays - rates.length,
    redemption: redemption && { requestedAt: redemption.requestedAt, penalty: redemption.penalty },
    rejectedFor: [...(redemption?.rejectedFor ?? [])],
    endedAt: null,
    interest: null,
    penaltyPaid: null,
    returned: null,
  };
}
