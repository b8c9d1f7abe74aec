import { useTranslation } from 'react-i18next';
import type { InstrumentDetailView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { phaseKey, sessionKey, useMoment } from '../../market/session-text';
import styles from './InstrumentPage.module.css';

const SHOWN = 4;

/** When the market is open, in the reader's own time; its days off in the market's. */
export function Sessions({ detail }: { detail: InstrumentDetailView }) {
  const { t } = useTranslation('market');
  const moment = useMoment();
  const { session } = detail.instrument;
  return (
    <section className={styles.card} aria-labelledby="sessions">
      <h2 id="sessions">{t('hours.title')}</h2>
      <p className={cx(styles.state, session.open && styles.open)}>
        <b>{t(phaseKey(session))}</b>
        <span>{t(sessionKey(session), { at: session.nextChangeAt === null ? '' : moment(session.nextChangeAt) })}</span>
      </p>
      {session.callAt !== null && <p className={styles.small}>{t('hours.call', { at: moment(session.callAt) })}</p>}
      {session.pause !== null && <p className={styles.small}>{t(`hours.pause.${session.pause.reason}`)}</p>}
      {session.phase === 'call' && <p className={styles.small}>{t('hours.inCall')}</p>}
      {detail.sessions.length > 0 && <Next detail={detail} />}
      {detail.holidays.length > 0 && <Holidays detail={detail} />}
    </section>
  );
}

function Next({ detail }: { detail: InstrumentDetailView }) {
  const { t } = useTranslation('market');
  const { tag } = useFormat();
  const span = new Intl.DateTimeFormat(tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const coming = detail.instrument.session.open ? detail.sessions.slice(1) : detail.sessions;
  return (
    <>
      <h3>{t('hours.next')}</h3>
      <ul className={styles.times}>
        {coming.slice(0, SHOWN).map(([opensAt, closesAt]) => (
          <li key={opensAt}>{span.formatRange(opensAt, closesAt)}</li>
        ))}
      </ul>
      <p className={styles.small}>{t('hours.zone', { zone, market: detail.timeZone })}</p>
    </>
  );
}

function Holidays({ detail }: { detail: InstrumentDetailView }) {
  const { t } = useTranslation('market');
  const { tag } = useFormat();
  const day = new Intl.DateTimeFormat(tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <>
      <h3>{t('hours.holidays')}</h3>
      <ul className={styles.times}>
        {detail.holidays.map(({ date, closesAt }) => (
          <li key={date}>
            <span>{day.format(new Date(`${date}T00:00Z`))}</span>
            <span>{closesAt === null ? t('hours.shut') : t('hours.early', { at: closesAt })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
