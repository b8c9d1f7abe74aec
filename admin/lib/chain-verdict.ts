import type { ChainStatusView } from '../../contracts/staff-history.contract.js';

/** `partly`: sound as far as it was checked, and events have come since. */
type ChainVerdict = 'sound' | 'partly' | 'unchecked' | 'broken';

export function chainVerdict(
  chain: Pick<ChainStatusView, 'ok' | 'problem' | 'checkedAt' | 'checkedTo' | 'position'>,
): ChainVerdict {
  if (!chain.ok || chain.problem !== null) return 'broken';
  if (chain.checkedAt === null) return 'unchecked';
  return chain.checkedTo >= chain.position ? 'sound' : 'partly';
}

/** The position that a problem's text names first, so that the page can lead there. */
export function positionInProblem(problem: string): number | undefined {
  const digits = /position\D{0,3}(\d{1,15})/i.exec(problem)?.[1];
  return digits === undefined ? undefined : parseInt(digits, 10);
}
