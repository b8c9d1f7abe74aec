import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { endOtherSessions, endSession, getSessions } from '../../../contracts/account.calls';
import { api } from '../../lib/api';
import { SESSIONS_MAX, type DeviceSessionView } from '../../../contracts/account.contract';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { accountKeys } from './account.feature';
import styles from './Sessions.module.css';

/** Where one is logged in, each session with a way to end it. Real accounts only: a demo account has one session. */
export function SessionsCard() {
  const { t } = useTranslation('account');
  const isReal = useSession((state) => state.session?.realm === 'real');
  const query = useQuery({ queryKey: accountKeys.sessions(), queryFn: () => api.call(getSessions), enabled: isReal });
  if (!isReal) return null;
  return (
    <section className={styles.card} aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      <p className={styles.lead}>
        {t('sessions.lead')} {t('sessions.most', { count: SESSIONS_MAX })}
      </p>
      <Loadable query={query} skeleton={<Skeleton rows={3} height={52} />}>
        {(sessions) => <SessionList sessions={sessions} />}
      </Loadable>
    </section>
  );
}

function SessionList({ sessions }: { sessions: readonly DeviceSessionView[] }) {
  const { t } = useTranslation(['account', 'common']);
  const endOthers = async () => {
    const title = t('sessions.endOthers');
    if (!(await confirm({ title, body: t('sessions.endOthersBody'), confirmLabel: title, kind: 'danger' }))) return;
    await api.call(endOtherSessions).catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: accountKeys.sessions() });
  };
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <p className={styles.more}>
          <Button kind="plain" size="s" onClick={() => void endOthers()}>
            {t('sessions.endOthers')}
          </Button>
        </p>
      )}
    </>
  );
}

function SessionRow({ session }: { session: DeviceSessionView }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const device = session.device || t('sessions.unknownDevice');
  const end = async () => {
    const confirmLabel = t('sessions.end');
    const body = t('sessions.endBody', { device });
    if (!(await confirm({ title: t('sessions.endTitle'), body, confirmLabel, kind: 'danger' }))) return;
    await api.call(endSession, { sessionId: session.id }).catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: accountKeys.sessions() });
  };
  return (
    <li className={styles.row} data-testid="session" data-current={session.current || undefined}>
      <div className={styles.what}>
        <strong>
          {device}
          {session.current && <em>{t('sessions.current')}</em>}
        </strong>
        <span>{placeOf(session)}</span>
        <span>
          {t('sessions.began', { date: format.dateTime(session.createdAt) })} ·{' '}
          {t('sessions.seen', { date: format.dateTime(session.lastSeenAt) })}
        </span>
      </div>
      {!session.current && (
        <Button kind="plain" size="s" onClick={() => void end()} aria-label={`${t('sessions.end')}: ${device}`}>
          <Icon name="exit" size={14} />
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Network address and time zone, as far as they are known. */
export function placeOf({ address, timeZone }: { address: string; timeZone: string }): string {
  return [address, timeZone.replaceAll('_', ' ')].filter((part) => part !== '').join(' · ');
}
