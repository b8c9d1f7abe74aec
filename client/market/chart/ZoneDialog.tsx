import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import ModalPanel from '../../ui/ModalPanel';
import { useChartStore } from './layout-store';
import styles from './Dialogs.module.css';

/** The zones that traders' days follow, from west to east. */
const ZONES = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Dubai',
  'Asia/Bangkok',
  'Asia/Hong_Kong',
  'Asia/Seoul',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const;

/** Chooses the clock of the time axis. */
export function ZoneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('chart');
  const { tag } = useFormat();
  const { zone, set } = useChartStore();
  const part = (timeZone: string, style: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: style })
      .formatToParts(Date.now())
      .find((each) => each.type === 'timeZoneName')?.value ?? timeZone;
  const options = ['local', 'UTC', ...ZONES];
  return (
    <ModalPanel title={t('zone')} onClose={onClose} tall>
      <ul className={styles.list} role="radiogroup" aria-label={t('zone')}>
        {options.map((each) => (
          <li key={each} className={styles.item}>
            <label className={styles.choice}>
              <input
                type="radio"
                name="zone"
                checked={each === zone}
                data-autofocus={each === zone || undefined}
                onChange={() => set({ zone: each })}
              />
              <span>{each === 'local' ? t('zoneLocal') : part(each, 'long')}</span>
              {each !== 'local' && <small>{part(each, 'shortOffset')}</small>}
            </label>
          </li>
        ))}
      </ul>
    </ModalPanel>
  );
}
