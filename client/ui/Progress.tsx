import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format';
import { Button } from './Button';
import styles from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** From 0 to 1; absent while the length is unknown. */
  done?: number | undefined;
  onCancel?: () => void;
}

/** Long work: what runs, how far it is where that is known, and a way out where there is one. */
export function Progress({ label, done, onCancel }: ProgressProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const percent = done === undefined ? undefined : Math.round(Math.min(1, Math.max(0, done)) * 100);
  return (
    <div className={styles.progress}>
      <div className={styles.text}>
        <span>{label}</span>
        {percent !== undefined && <span>{format.count(percent)}%</span>}
      </div>
      <div className={styles.row}>
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className={styles.bar}
        >
          <i style={percent === undefined ? undefined : { width: `${percent}%` }} data-moving={percent === undefined} />
        </div>
        {onCancel && (
          <Button kind="plain" size="s" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
