import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLogins } from '../../../contracts/account.calls';
import { api } from '../../lib/api';
import type { LoginView } from '../../../contracts/account.contract';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { accountKeys } from './account.feature';
import { placeOf } from './SessionsCard';
import styles from './Sessions.module.css';

const SHOWN_FIRST = 8;

/** Log-ins and tries at them, so that one sees whether it was always oneself. */
export function LoginHistoryCard() {
  const { t } = useTranslation('account');
  const isReal = useSession((state) => state.session?.realm === 'real');
  const query = useQuery({ queryKey: accountKeys.logins(), queryFn: () => api.call(getLogins), enabled: isReal });
  if (!isReal) return null;
  return (
    <section className={styles.card} aria-labelledby="logins">
      <h2 id="logins">{t('logins.title')}</h2>
      <p className={styles.lead}>{t('logins.lead')}</p>
      <Loadable
        query={query}
        skeleton={<Skeleton rows={4} height={44} />}
        isEmpty={(logins) => logins.length === 0}
        empty={<Empty text={t('logins.empty')} />}
      >
        {(logins) => <LoginList logins={logins} />}
      </Loadable>
    </section>
  );
}

function LoginList({ logins }: { logins: readonly LoginView[] }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [all, setAll] = useState(false);
  return (
    <>
      <ol className={styles.list}>
        {logins.slice(0, all ? undefined : SHOWN_FIRST).map((login, index) => (
          <li key={`${login.at}-${index}`} className={styles.row} data-outcome={login.outcome}>
            <div className={styles.what}>
              <strong>{t(`logins.${login.outcome}`)}</strong>
              <span>
                {login.device || t('sessions.unknownDevice')} · {placeOf(login)}
              </span>
            </div>
            <time dateTime={new Date(login.at).toISOString()}>{format.dateTime(login.at)}</time>
          </li>
        ))}
      </ol>
      {!all && logins.length > SHOWN_FIRST && (
        <p className={styles.more}>
          <Button kind="plain" size="s" onClick={() => setAll(true)}>
            {t('logins.all', { count: logins.length })}
          </Button>
        </p>
      )}
    </>
  );
}
