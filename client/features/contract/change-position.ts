import type { CallDeclaration, CallInput } from '../../../contracts/call.contract';
import type { adjustPositionMargin } from '../../../contracts/contract.calls';
import { api, QUIET } from '../../lib/api';
import { onceUnlocked } from '../security/unlock-trading';
import { showPositions } from './use-contracts';

/** Sends a change of a position once trading is unlocked, and shows the positions that it answers. */
export async function changePosition<
  Call extends CallDeclaration & { readonly output: typeof adjustPositionMargin.output },
>(call: Call, body: CallInput<Call>): Promise<void> {
  showPositions(await onceUnlocked(() => api.call(call, body, QUIET)));
}
