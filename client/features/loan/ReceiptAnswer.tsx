import { useTranslation } from 'react-i18next';
import { answerLoanPayment } from '../../../contracts/loan.calls';
import type { LoanPaymentView } from '../../../contracts/loan.contract';
import { api, QUIET } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { ImageUpload } from '../personal/ImageUpload';
import { Asked } from './Asked';
import { refreshOwn } from './use-loan';
import styles from './Loan.module.css';

/** What staff need before they decide on a receipt, and the image that takes its place. */
export function ReceiptAnswer({ loanId, asked }: { loanId: string; asked: NonNullable<LoanPaymentView['asked']> }) {
  const { t } = useTranslation(['loan', 'c2c', 'refusal']);
  const form = useForm<'voucher'>({
    initial: { voucher: '' },
    check: ({ voucher }) => (voucher === '' ? { voucher: t('refusal:loan.voucher-needed') } : {}),
    send: async ({ voucher }, requestToken) => {
      await api.call(answerLoanPayment, { loanId, voucher, requestToken }, QUIET).finally(refreshOwn);
    },
  });
  return (
    <div className={styles.stack}>
      <Asked asked={asked} kind="loan-payment" />
      <Form
        handle={form}
        label={t('answer.title')}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t('c2c:submit.action')}
          </Button>
        }
      >
        <ImageUpload label={t('c2c:submit.voucher')} purpose="remittance" {...form.field('voucher')} />
        <p className={styles.note}>{t('bank.answerNote')}</p>
      </Form>
    </div>
  );
}
