import type { CallDeclaration } from '../../contracts/call.contract';
import { useSession } from './session';

/** Whether the account may make a change: one that staff froze makes those alone that their contract names. */
export function useMayCall(): (call: Pick<CallDeclaration, 'method' | 'whenBarred'>) => boolean {
  const frozen = useSession(({ session }) => session?.frozen === true);
  return ({ method, whenBarred }) => !frozen || method === 'GET' || whenBarred === true;
}
