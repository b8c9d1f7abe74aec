import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { LoanDetail } from '../../../contracts/loan.contract';
import { wordsOf } from '../../../test/kit/words.js';
import { rendered } from '../../lib/rendered.testkit';
import { assetKeys } from '../asset/asset.feature';

const { Actions } = await import('./Actions');

const t = wordsOf('en');
const OWED = { interestDays: 3, interest: '3', overdueDays: 0, lateFee: '0', owed: '1003' };

interface Standing {
  status: string;
  now: typeof OWED | null;
}

/** What the borrower sees of a loan, with so much in spot and earning account. */
function drawn({ status, now }: Standing, spot = '2000', finance = '0'): Promise<string> {
  const loan = { loanId: 'l-1', status, rejectedFor: [], writtenOff: null };
  const detail = { loan, now, asked: null, score: null, payment: null } as unknown as LoanDetail;
  const rows = Object.entries({ spot, finance }).map(([space, available]) => ({ space, currency: 'USDT', available }));
  const client = new QueryClient();
  client.setQueryData(assetKeys.balances(), { rows });
  const actions = (
    <QueryClientProvider client={client}>
      <Actions detail={detail} />
    </QueryClientProvider>
  );
  return rendered(actions, 'loan', 'review', 'transfer');
}

/** What its borrower can go to, by what stands on it. */
async function links(standing: Standing, spot?: string): Promise<Record<string, string>> {
  const html = await drawn(standing, spot);
  return Object.fromEntries([...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, word]) => [word, to]));
}

describe('what a borrower can do', () => {
  it('is to deposit what is owed, for as long as something is', async () => {
    const deposit = { [t('loan:repay.deposit')]: '/authenticationrj' };
    expect(await links({ status: 'disbursed', now: OWED })).toEqual(deposit);
    expect(await links({ status: 'disbursed', now: OWED }, '0')).toEqual(deposit);
    expect(await links({ status: 'cleared', now: null })).toEqual({});
  });

  it.each(['rejected', 'withdrawn'])('is to apply again with what a %s application said', async (status) => {
    expect(await links({ status, now: null })).toEqual({ [t('loan:apply.again')]: '/repaymentNew?again=l-1' });
  });

  it('is to see what the spot account has for repaying, and to move in place what came back from products', async () => {
    const owes = { status: 'disbursed', now: OWED };
    expect(await drawn(owes)).toContain('2,000 USDT');
    const move = t('transfer:funds.move.finance', { missing: '503' });
    expect(await drawn(owes, '2000', '600')).not.toContain(move);
    expect(await drawn(owes, '500', '600')).toContain(move);
    const short = await drawn(owes, '500', '502.99');
    expect(short).not.toContain(move);
    expect(short).toContain(t('transfer:funds.held.finance', { available: '502.99' }));
  });

  it('is no repaying while a receipt waits', async () => {
    const html = await drawn({ status: 'repaying', now: OWED }, '0', '2000');
    expect(html).not.toContain(t('loan:repay.open'));
    expect(html).not.toContain('funds-available');
  });
});
