import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { changeTradePassword, resetTradePassword } from '../../../contracts/security.calls';
import { getCode } from '../../../contracts/account.calls';
import { api, QUIET } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { Button, ButtonLink } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { Form } from '../../ui/Form';
import { digitsOnly } from '../../ui/digits';
import { PasswordField, SelectField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { NewTradePassword, sameTwice } from './NewTradePassword';
import { GoogleCodeField, NO_PROOF, ProofFields, useMissing } from './ProofFields';
import { Remark, SecurityPage } from './SecurityPage';
import { hasGoogle, refreshSecurity } from './use-security';
import styles from './Security.module.css';

/** `/editPasswordTrade`: changed with the old one, or reset when forgotten. */
export default function TradePasswordChangeScreen() {
  const { t } = useTranslation('security');
  const [forgotten, setForgotten] = useState(false);
  return (
    <SecurityPage title={t('trade.changeTitle')} lead={t('trade.lead')}>
      {(security) => {
        if (security.tradePassword.setAt === null) return <NoneYet />;
        return (
          <div className={styles.stack}>
            {forgotten ? <Reset security={security} /> : <Change google={hasGoogle(security)} />}
            <Button kind="quiet" onClick={() => setForgotten(!forgotten)}>
              {t(forgotten ? 'trade.remembered' : 'trade.forgotten')}
            </Button>
          </div>
        );
      }}
    </SecurityPage>
  );
}

function NoneYet() {
  const { t } = useTranslation('security');
  return (
    <div className={styles.stack}>
      <Remark>{t('trade.noneYet')}</Remark>
      <ButtonLink to="/bindmpwd">{t('trade.setTitle')}</ButtonLink>
    </div>
  );
}

function Change({ google }: { google: boolean }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const done = useDone();
  const form = useForm({
    initial: { oldTradePassword: '', tradePassword: '', again: '', googleCode: '' },
    check: (values) => ({
      ...missing(values, 'oldTradePassword', 'tradePassword', ...(google ? (['googleCode'] as const) : [])),
      ...sameTwice(values, t('trade.differ')),
    }),
    send: async ({ again: _, googleCode, ...values }) => {
      await api.call(changeTradePassword, { ...values, ...(google && { googleCode }) }, QUIET);
      await done();
    },
  });
  return (
    <Form
      handle={form}
      label={t('trade.changeTitle')}
      actions={
        <Button type="submit" busy={form.busy}>
          {t('trade.change')}
        </Button>
      }
    >
      <PasswordField
        label={t('trade.old')}
        inputMode="numeric"
        autoComplete="off"
        {...digitsOnly(form.field('oldTradePassword'))}
      />
      <NewTradePassword form={form} />
      {google && <GoogleCodeField {...form.field('googleCode')} />}
    </Form>
  );
}

function Reset({ security }: { security: SecurityView }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const done = useDone();
  const google = hasGoogle(security);
  const ways = (['email', 'phone'] as const).flatMap((kind) =>
    security[kind] === null ? [] : [{ value: kind, label: `${t(`contact.${kind}.name`)} · ${security[kind]}` }],
  );
  const form = useForm({
    initial: { target: ways[0]?.value ?? 'email', code: '', tradePassword: '', again: '', ...NO_PROOF },
    check: (values) => ({
      ...missing(values, 'code', 'tradePassword', 'password', ...(google ? (['googleCode'] as const) : [])),
      ...sameTwice(values, t('trade.differ')),
    }),
    send: async ({ again: _, googleCode, target, ...values }) => {
      const way = target === 'phone' ? 'phone' : 'email';
      await api.call(resetTradePassword, { ...values, target: way, ...(google && { googleCode }) }, QUIET);
      await done();
    },
  });
  if (ways.length === 0) return <Remark kind="warning">{t('trade.noContact')}</Remark>;
  return (
    <Form
      handle={form}
      label={t('trade.forgotten')}
      actions={
        <Button type="submit" busy={form.busy}>
          {t('trade.reset')}
        </Button>
      }
    >
      <SelectField label={t('trade.codeTo')} options={ways} {...form.field('target')} />
      <CodeField
        label={t('code.label')}
        onSend={() =>
          form.checkAndSend({}, () => api.call(getCode, { purpose: 'trade-password', account: form.values.target }))
        }
        {...form.field('code')}
      />
      <NewTradePassword form={form} />
      <ProofFields form={form} google={google} />
    </Form>
  );
}

function useDone() {
  const navigate = useNavigate();
  return async () => {
    await refreshSecurity();
    await navigate('/setting');
  };
}
