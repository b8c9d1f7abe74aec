import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import type { ActionLetter, ActionMark } from './action-marks';
import styles from './ChartPanel.module.css';

/** What the letters on the chart mean, and for a screen reader each of them with its day. */
export function ActionLegend({ marks }: { marks: readonly ActionMark[] }) {
  const { t } = useTranslation('chart');
  const { tag } = useFormat();
  if (marks.length === 0) return null;
  const names: Record<ActionLetter, string> = { D: t('mark.dividend'), E: t('mark.earnings'), S: t('mark.split') };
  const letters = [...new Set(marks.map(({ letter }) => letter))].sort();
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <>
      <p className={styles.marks} aria-hidden="true">
        {letters.map((letter) => (
          <span key={letter}>
            <b>{letter}</b> {names[letter]}
          </span>
        ))}
      </p>
      <ul className="hidden-visually" aria-label={t('mark.title')}>
        {marks.map(({ at, letter, date }) => (
          <li key={`${at}${letter}`}>
            {names[letter]}, {day.format(new Date(`${date}T00:00Z`))}
          </li>
        ))}
      </ul>
    </>
  );
}
