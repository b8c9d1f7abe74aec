import { useTranslation } from 'react-i18next';
import type { SupportHoursView } from '../../../contracts/support.contract';
import { timeZoneHere } from '../../lib/device';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import styles from './Support.module.css';

const DAY_MS = 86_400_000;

/** A date without its year and seconds: hours are planned in minutes. */
function useHourFormat() {
  const { tag } = useFormat();
  const [hours, days] = [
    { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    { weekday: 'short', day: 'numeric', month: 'short' },
  ] as const;
  const formatOf = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, parts);
  return { time: formatOf(hours), day: formatOf(days), both: formatOf({ ...days, ...hours }) };
}

/** Whether staff answer now, and until when. */
export function HoursNow({ hours: { staffed, changesAt } }: { hours: SupportHoursView }) {
  const { t } = useTranslation('support');
  const { both } = useHourFormat();
  const at = changesAt === null ? '' : both.format(changesAt);
  const key = changesAt === null ? 'hours.always' : staffed ? 'hours.now' : 'hours.away';
  return (
    <p className={styles.now} data-staffed={staffed} role="status">
      <Icon name={staffed ? 'check' : 'moon'} size={16} />
      {t(key, { time: at })}
    </p>
  );
}

/** The coming week, in the time zone of the reader. */
export function Hours({ hours: { changesAt, windows } }: { hours: SupportHoursView }) {
  const { t } = useTranslation('support');
  const { time, day } = useHourFormat();
  return (
    <section className={styles.card} aria-labelledby="support-hours">
      <h2 id="support-hours">{t('hours.title')}</h2>
      {changesAt === null ? (
        <p className={styles.quiet}>{t('hours.always')}</p>
      ) : (
        <>
          <ul className={styles.week}>
            {windows.map(({ from, until }) => (
              <li key={from}>
                <span>{day.format(from)}</span>
                <span>
                  {time.format(from)}–{until - from >= DAY_MS && `${day.format(until)}, `}
                  {time.format(until)}
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.quiet}>{t('hours.zone', { zone: timeZoneHere() })}</p>
        </>
      )}
    </section>
  );
}
