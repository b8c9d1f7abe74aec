import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pathOf } from '../../app/routes';
import { PasswordField } from '../../ui/fields';
import { Loadable, Skeleton } from '../../ui/states';
import type { FormHandle } from '../../ui/use-form';
import { GoogleCodeField } from '../security/ProofFields';
import { Remark } from '../security/SecurityPage';
import { hasGoogle, useSecurity } from '../security/use-security';
import styles from './Payee.module.css';

export const NO_TRADE_PROOF = { tradePassword: '', googleCode: '' };
type ProofField = keyof typeof NO_TRADE_PROOF;

/** Trade password, and the authenticator's code where one is bound; who has no trade password is shown the way to one. */
export function TradeProof({ form }: { form: Pick<FormHandle<ProofField>, 'field'> }) {
  const { t } = useTranslation('payee');
  return (
    <Loadable query={useSecurity()} skeleton={<Skeleton rows={1} height={62} />}>
      {(security) =>
        security.tradePassword.setAt === null ? (
          <Remark kind="warning">
            {t('proof.noTradePassword')}{' '}
            <Link className={styles.link} to={pathOf('tradePasswordSet')}>
              {t('proof.setTradePassword')}
            </Link>
          </Remark>
        ) : (
          <>
            <PasswordField
              label={t('proof.tradePassword')}
              autoComplete="off"
              inputMode="numeric"
              maxLength={12}
              {...form.field('tradePassword')}
            />
            {hasGoogle(security) && <GoogleCodeField {...form.field('googleCode')} />}
          </>
        )
      }
    </Loadable>
  );
}
