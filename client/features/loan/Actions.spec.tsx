import { describe, expect, it } from '@jest/globals';
import type { LoanDetail } from '../../../contracts/loan.contract';
import { wordsOf } from '../../../test/kit/words.js';
import { rendered } from '../../lib/rendered.testkit';

const { Actions } = await import('./Actions');

const t = wordsOf('en');
const OWED = { interestDays: 3, interest: '3', overdueDays: 0, lateFee: '0', owed: '1003' };

/** What its borrower can go to, by what stands on it. */
async function links(status: string, now: typeof OWED | null): Promise<Record<string, string>> {
  const loan = { loanId: 'l-1', status, rejectedFor: [], writtenOff: null };
  const detail = { loan, now, asked: null, score: null, payment: null } as unknown as LoanDetail;
  const html = await rendered(<Actions detail={detail} />, 'loan', 'review');
  return Object.fromEntries([...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, word]) => [word, to]));
}

describe('what a borrower can do', () => {
  it('is to deposit what is owed, for as long as something is', async () => {
    expect(await links('borrowing', OWED)).toEqual({ [t('loan:repay.deposit')]: '/authenticationrj' });
    expect(await links('cleared', null)).toEqual({});
  });

  it.each(['rejected', 'withdrawn'])('is to apply again with what a %s application said', async (status) => {
    expect(await links(status, null)).toEqual({ [t('loan:apply.again')]: '/repaymentNew?again=l-1' });
  });
});
