import { useTranslation } from 'react-i18next';
import { answerLoan } from '../../../contracts/loan.calls';
import { LOAN_IMAGES, type LoanDetail, type LoanImage } from '../../../contracts/loan.contract';
import { api, QUIET } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { Asked } from './Asked';
import { Images } from './Images';
import { refreshOwn } from './use-loan';
import styles from './Loan.module.css';

type Field = LoanImage | 'proofs';
const EMPTY = Object.fromEntries([...LOAN_IMAGES, 'proofs'].map((field) => [field, ''])) as Record<Field, string>;

/** What staff need before they decide, and the images that answer it. */
export function AnswerForm({ loanId, asked }: { loanId: string; asked: NonNullable<LoanDetail['asked']> }) {
  const { t } = useTranslation(['loan', 'refusal']);
  const form = useForm<Field>({
    initial: EMPTY,
    check: (values) =>
      LOAN_IMAGES.every((image) => values[image] === '') ? { proofs: t('refusal:loan.answer-needed') } : {},
    send: async ({ proofs: _, ...values }, requestToken) => {
      await api.call(answerLoan, { loanId, ...values, requestToken }, QUIET).finally(refreshOwn);
    },
  });
  return (
    <div className={styles.stack}>
      <Asked asked={asked} kind="loan-application" />
      <Form
        handle={form}
        label={t('answer.title')}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t('answer.send')}
          </Button>
        }
      >
        <Images form={form} label={t('apply.images')} note={t('answer.note')} />
      </Form>
    </div>
  );
}
