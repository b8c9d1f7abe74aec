import { usePermissions } from 'react-admin';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { approveNewCoin, cancelNewCoin, proposeNewCoin, rejectNewCoin } from '../../../contracts/subscription.calls.js';
import { useChange } from '../../ui/use-change';

const CALLS = {
  propose: proposeNewCoin,
  approve: approveNewCoin,
  reject: rejectNewCoin,
  cancel: cancelNewCoin,
} as const;
export type NewCoinRequest = keyof typeof CALLS;

/** Sends a request about a new coin. */
export function useNewCoinChange<Request extends NewCoinRequest>(request: Request, done: () => void) {
  return useChange(CALLS[request], done, `console.new_coin.done.${request}`);
}

/** Whether the reader may propose and decide; the server refuses by the same table. */
export function useMayChangeNewCoins(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'policies');
}
