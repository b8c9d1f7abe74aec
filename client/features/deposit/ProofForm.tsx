import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submitDeposit } from '../../../contracts/deposit.calls';
import { api, QUIET } from '../../lib/api';
import {
  DEPOSIT_LIMITS,
  type DepositChannelView,
  type DepositSubmittedView,
} from '../../../contracts/deposit.contract';
import { cx } from '../../lib/cx';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { Form } from '../../ui/Form';
import { Icon } from '../../ui/icons';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { ImageUpload } from '../personal/ImageUpload';
import { Remark } from '../security/SecurityPage';
import { refreshDeposits } from './use-deposits';
import styles from './Deposit.module.css';

/**
 * For deposits that do not show up: the network is searched for the hash, and staff review unknown ones. Changing the network keeps
 * the typed fields.
 */
export function ProofForm({ channel }: { channel: DepositChannelView }) {
  const { t } = useTranslation(['deposit', 'refusal']);
  const [sent, setSent] = useState<(DepositSubmittedView & { on: string }) | null>(null);
  const { network, currency, decimals } = channel;
  const form = useForm({
    initial: { amount: '', hash: '', images: '', note: '' },
    check: ({ amount, hash }) => ({
      ...(/^0*\.?0*$/.test(amount) && { amount: t('refusal:deposit.amount-zero') }),
      ...(hash.trim() === '' && { hash: t('refusal:deposit.hash-required') }),
    }),
    send: async (values) => {
      setSent({ ...(await api.call(submitDeposit, { ...values, network, currency }, QUIET)), on: network });
      await refreshDeposits();
      form.set({ amount: '', hash: '', images: '', note: '' });
    },
  });
  const amount = form.field('amount');
  return (
    <details className={cx(styles.card, styles.folded)}>
      <summary>
        <h2>{t('proof.title')}</h2>
        <Icon name="down" size={16} />
      </summary>
      <p className={styles.quiet}>{t('proof.lead', { currency, network })}</p>
      {sent?.on === network && (
        <div role="status">
          <Remark kind={sent.status === 'review' ? 'info' : 'check'}>
            {t(sent.status === 'review' ? 'proof.sentReview' : 'proof.sentKnown')}
          </Remark>
        </div>
      )}
      <Form
        handle={form}
        label={t('proof.title')}
        actions={
          <Button type="submit" busy={form.busy}>
            {t('proof.send')}
          </Button>
        }
      >
        <DecimalInput {...amount} label={t('proof.amount')} unit={currency} decimals={decimals} step="1" />
        <TextField
          label={t('proof.hash')}
          hint={t('proof.hashHint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={DEPOSIT_LIMITS.hashChars}
          {...form.field('hash')}
        />
        <ImageUpload purpose="deposit-proof" label={t('proof.image')} {...form.field('images')} />
        <TextField
          label={t('proof.note')}
          autoComplete="off"
          maxLength={DEPOSIT_LIMITS.noteChars}
          {...form.field('note')}
        />
      </Form>
    </details>
  );
}
