import { INVITATION_LEVELS, MEDIAN_FROM_INVITERS } from '../../../contracts/invitation.contract.js';
import { amount, format, roundTo, ZERO, type Amount } from '../../../shared/money.js';
import type { LevelFees } from '../../core/ports/invitation-fees.js';

/** A code as it is kept: people write it in small letters, with gaps, and take 0 for O or 1 for I and L. */
export function normalCode(written: string): string {
  return written.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

/** What a person paid in fees on a date, rebates taken off; never below zero. */
export interface PersonFees {
  readonly userId: string;
  readonly fees: Amount;
}

/** Levels of each inviter whose people paid fees, from the nearest. `inviterOf` knows who invited whom. */
export function levelsByInviter(
  paid: readonly PersonFees[],
  inviterOf: (userId: string) => string | null | undefined,
): Map<string, LevelFees[]> {
  const sums = new Map<string, { people: number; fees: Amount }[]>();
  for (const { userId, fees } of paid) {
    if (fees <= ZERO) continue;
    let above = inviterOf(userId);
    for (const level of INVITATION_LEVELS) {
      if (above === null || above === undefined) break;
      const own = sums.get(above) ?? INVITATION_LEVELS.map(() => ({ people: 0, fees: ZERO }));
      sums.set(above, own);
      const sum = own[level - 1];
      if (sum !== undefined) Object.assign(sum, { people: sum.people + 1, fees: sum.fees + fees });
      above = inviterOf(above);
    }
  }
  return new Map(
    [...sums].map(([userId, levels]) => [
      userId,
      levels.flatMap(({ people, fees }, index) =>
        people === 0 ? [] : [{ level: index + 1, people, fees: format(fees) }],
      ),
    ]),
  );
}

/** What is shown of the median earnings, in USDT with eight decimals: nothing while few inviters would let one be recognised. */
export const shownMedian = (inviters: number, median: string | null): string | null =>
  median === null || inviters < MEDIAN_FROM_INVITERS ? null : format(roundTo(amount(median), 8, 'down'));
