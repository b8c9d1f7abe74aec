import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appealC2c } from '../../../contracts/c2c.calls';
import { api, QUIET } from '../../lib/api';
import { C2C_LENGTHS } from '../../../contracts/c2c.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { refreshC2c } from './use-c2c';
import styles from './C2c.module.css';

/** Appeals a rejection, once; another reviewer decides. */
export function Appeal({ orderId, until }: { orderId: string; until: number }) {
  const { t } = useTranslation(['c2c', 'refusal']);
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const form = useForm<'text'>({
    initial: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: t('refusal:c2c.appeal-empty') } : {}),
    send: async ({ text }) => {
      await api.call(appealC2c, { orderId, text }, QUIET);
      await refreshC2c();
    },
  });
  if (!open)
    return (
      <p className={styles.actions}>
        <Button kind="plain" onClick={() => setOpen(true)}>
          {t('appeal.open')}
        </Button>
        <span className={styles.quiet}>{t('appeal.until', { date: format.dateTime(until) })}</span>
      </p>
    );
  return (
    <Form
      handle={form}
      label={t('appeal.open')}
      actions={
        <Button type="submit" busy={form.busy}>
          {t('appeal.send')}
        </Button>
      }
    >
      <TextField
        label={t('appeal.text')}
        hint={t('appeal.hint')}
        maxLength={C2C_LENGTHS.message}
        {...form.field('text')}
      />
    </Form>
  );
}
