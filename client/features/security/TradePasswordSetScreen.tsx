import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { setTradePassword } from '../../../contracts/security.calls';
import { api, QUIET } from '../../lib/api';
import { Button, ButtonLink } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { NewTradePassword, sameTwice } from './NewTradePassword';
import { NO_PROOF, ProofFields, useMissing } from './ProofFields';
import { Remark, SecurityPage } from './SecurityPage';
import { hasGoogle, refreshSecurity } from './use-security';
import styles from './Security.module.css';

/** `/bindmpwd`: the first trade password. */
export default function TradePasswordSetScreen() {
  const { t } = useTranslation('security');
  return (
    <SecurityPage title={t('trade.setTitle')} lead={t('trade.lead')}>
      {(security) =>
        security.tradePassword.setAt === null ? (
          <SetForm google={hasGoogle(security)} />
        ) : (
          <div className={styles.stack}>
            <Remark kind="check">{t('trade.already')}</Remark>
            <ButtonLink to="/editPasswordTrade" kind="plain">
              {t('trade.changeTitle')}
            </ButtonLink>
          </div>
        )
      }
    </SecurityPage>
  );
}

function SetForm({ google }: { google: boolean }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const navigate = useNavigate();
  const form = useForm({
    initial: { tradePassword: '', again: '', ...NO_PROOF },
    check: (values) => ({
      ...missing(values, 'tradePassword', 'password', ...(google ? (['googleCode'] as const) : [])),
      ...sameTwice(values, t('trade.differ')),
    }),
    send: async ({ again: _, googleCode, ...values }) => {
      await api.call(setTradePassword, { ...values, ...(google && { googleCode }) }, QUIET);
      await refreshSecurity();
      await navigate('/setting');
    },
  });
  return (
    <Form
      handle={form}
      label={t('trade.setTitle')}
      actions={
        <Button type="submit" busy={form.busy}>
          {t('trade.set')}
        </Button>
      }
    >
      <NewTradePassword form={form} />
      <ProofFields form={form} google={google} />
    </Form>
  );
}
