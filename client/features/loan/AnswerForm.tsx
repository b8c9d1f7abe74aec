import { useTranslation } from 'react-i18next';
import { answerLoan } from '../../../contracts/loan.calls';
import { LOAN_IMAGES, type LoanDetail, type LoanImage } from '../../../contracts/loan.contract';
import { api, QUIET } from '../../lib/api';

import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { Images } from './Images';
import { refreshOwn } from './use-loan';
import styles from './Loan.module.css';

type Field = LoanImage | 'proofs';
const EMPTY = Object.fromEntries([...LOAN_IMAGES, 'proofs'].map((field) => [field, ''])) as Record<Field, string>;

/** What staff need before they decide, and the images that answer it. */
export function AnswerForm({ loanId, asked }: { loanId: string; asked: NonNullable<LoanDetail['asked']> }) {
  const { t } = useTranslation(['loan', 'review', 'refusal']);
  const format = useFormat();
  const form = useForm<Field>({
    initial: EMPTY,
    check: (values) =>
      LOAN_IMAGES.every((image) => values[image] === '') ? { proofs: t('refusal:loan.answer-needed') } : {},
    send: async ({ proofs: _, ...values }, requestToken) => {
      await api.call(answerLoan, { loanId, ...values, requestToken }, QUIET).finally(refreshOwn);
    },
  });
  const { reasons, advice, until } = asked;
  return (
    <div className={styles.stack}>
      <h3>{t('answer.title')}</h3>
      <p role="status">
        {until <= serverNow() ? t('answer.late') : t('answer.until', { date: format.dateTime(until) })}
      </p>
      <ul className={styles.points}>
        {reasons.map((reason) => (
          <li key={reason}>{t(`review:reason.loan-application.${reason}`)}</li>
        ))}
      </ul>
      {advice !== null && <p>{t(`review:advice.${advice}`)}</p>}
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
