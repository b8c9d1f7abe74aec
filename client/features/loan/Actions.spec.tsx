import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { LoanDetail, LoanPaymentView } from '../../../contracts/loan.contract';
import { wordsOf } from '../../../test/kit/words.js';
import { renderedFor } from '../../lib/rendered.testkit';
import { assetKeys } from '../asset/asset.feature';

const { Actions } = await import('./Actions');
const { BankPayment } = await import('./BankPayment');

const t = wordsOf('en');
const OWED = {
  ...{ interestDays: 3, interest: '3', overdueDays: 0, lateFee: '0' },
  ...{ total: '1003', owed: '1003', date: '2028-03-02' },
};

interface Standing {
  status: string;
  now: typeof OWED | null;
  /** Staff froze the account, and its owner may log in. */
  frozen?: boolean;
}

/** What the borrower sees of a loan, with so much in spot and earning account. */
function drawn({ status, now, frozen = false }: Standing, spot = '2000', finance = '0'): Promise<string> {
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
  return renderedFor({ session: { frozen } }, actions, 'loan', 'review', 'transfer');
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

describe('what a borrower whose account is frozen can do', () => {
  const FROZEN = { status: 'disbursed', now: OWED, frozen: true };
  const buttons = (html: string): string[] =>
    [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, word]) => word ?? '');

  const byBank = (standing: object, frozen = true): Promise<string> => {
    const amounts = { validUntil: 0, owed: '1003', payAmount: '1003', currency: 'USD', vouchersLeft: 3 };
    const given = { rejectedFor: [], voucher: null, asked: null, ...amounts, ...standing };
    const payment = given as unknown as LoanPaymentView;
    return renderedFor(
      { session: { frozen } },
      <QueryClientProvider client={new QueryClient()}>
        <BankPayment loanId="l-1" payment={payment} now={OWED} />
      </QueryClientProvider>,
      'loan',
      'review',
      'c2c',
    );
  };

  it('is to repay from spot alone, and words say so', async () => {
    const html = await drawn(FROZEN, '500', '600');
    expect(buttons(html)).toEqual([expect.stringContaining(t('loan:repay.open'))]);
    expect(html).toContain(t('loan:frozen.repay'));
    expect(html).toContain(t('transfer:funds.frozen'));
    const free = await drawn({ ...FROZEN, frozen: false }, '500', '600');
    expect(buttons(free)).toHaveLength(3);
    expect(free).not.toContain(t('loan:frozen.repay'));
  });

  it('is to wait with a request, which it can neither take back nor make again', async () => {
    const html = await drawn({ status: 'unreviewed', now: null, frozen: true });
    expect(buttons(html)).toEqual([]);
    expect(html).toContain(t('loan:frozen.request'));
    expect(await links({ status: 'rejected', now: null, frozen: true })).toEqual({});
  });

  it.each([
    ['has begun to pay by bank', { sentAt: null }, 'loan:frozen.receipt', 'loan:bank.cancel'],
    [
      'was asked for another receipt',
      { sentAt: 1, voucher: 'image-1', asked: {} },
      'loan:frozen.answer',
      'loan:bank.takeBack',
    ],
    ['waits for staff', { sentAt: 1, voucher: 'image-1' }, 'loan:bank.waiting', 'loan:bank.takeBack'],
  ] as const)('is to end a payment by bank where it %s', async (_, standing, words, button) => {
    const html = await byBank(standing);
    expect(html).toContain(t(words));
    expect(buttons(html)).toEqual([expect.stringContaining(t(button))]);
    expect(html).not.toContain('<form');
  });

  it('is not to give up a payment that was found at the bank: it could not be brought back', async () => {
    const html = await byBank({ sentAt: 1 });
    expect(html).toContain(t('loan:bank.found'));
    expect(buttons(html)).toEqual([]);
    expect(buttons(await byBank({ sentAt: 1 }, false))).toEqual([expect.stringContaining(t('loan:bank.leave'))]);
  });

  it('is to read where to pay to, while the amount is valid', async () => {
    const account = {
      accountName: 'Lender',
      accountNumber: 'CH91',
      bankName: 'Zurich',
      bankAddress: 'Zurich',
      swift: 'S',
    };
    const html = await byBank({ sentAt: null, validUntil: Date.now() + 60_000, reference: 'GL7', account });
    expect(html).toContain('CH91');
    expect(html).toContain('GL7');
    expect(html).not.toContain('<form');
  });

  it('is not told to repay while a payment waits', async () => {
    expect(await drawn({ ...FROZEN, status: 'repaying' })).not.toContain(t('loan:frozen.repay'));
  });
});
