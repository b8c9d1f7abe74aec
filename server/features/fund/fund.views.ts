import type { FundRequest } from '../../../contracts/fund.contract.js';
import type { PendingRequest } from './fund.state.js';

/** A request that waits, as its owner sees it. */
export function viewOfPending(request: PendingRequest): FundRequest {
  const { requestId, level, side, date, requestedAt, firstCloseAt, strikesAt } = request;
  return {
    requestId,
    level,
    side,
    status: 'pending',
    amount: request.side === 'purchase' ? request.amount : null,
    units: request.side === 'redemption' ? request.units : null,
    navDate: date,
    requestedAt,
    firstCloseAt,
    strikesAt,
    nav: null,
    paid: null,
    endedAt: null,
  };
}
