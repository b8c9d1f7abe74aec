import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { C2cOrderRow } from '../../../contracts/c2c.contract';
import { clockOf } from './c2c-form';
import { useLeftUntil } from './use-c2c';
import { FactList } from '../../ui/FactList';
import styles from './C2c.module.css';

/** The specification's label, with the finer status beside it where they differ. */
export function Label({ order: { label, status } }: { order: Pick<C2cOrderRow, 'label' | 'status'> }) {
  const { t } = useTranslation('c2c');
  return (
    <span className={styles.standing}>
      <span className={styles.label} data-label={label}>
        {t(`label.${label}`)}
      </span>
      {status !== label && <small>{t(`status.${status}`)}</small>}
    </span>
  );
}

/** The time left, or nothing; screen readers read it on focus and not every second. */
export function TimeLeft({ until }: { until: number | null }) {
  const { t } = useTranslation('c2c');
  const left = useLeftUntil(until);
  if (until === null) return null;
  return (
    <p className={styles.time} data-soon={left < 900_000 || undefined}>
      <span>{t('time.left')}</span>
      <b role="timer" aria-live="off">
        {clockOf(left)}
      </b>
    </p>
  );
}

export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return <FactList className={styles.facts} rows={rows} />;
}
