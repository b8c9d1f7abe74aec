import { useTranslation } from 'react-i18next';
import type { WithdrawalView } from '../../../contracts/withdrawal.contract';
import { useFormat } from '../../lib/format';
import { stepsOf } from './timeline';
import styles from './Withdrawal.module.css';

/** The way of a request: what happened when, where it stands in the history, and what is to come. */
export function Timeline({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const steps = stepsOf(withdrawal);
  return (
    <ol className={styles.timeline} aria-label={t('detail.timeline')}>
      {steps.map(({ status, at, position }) => (
        <li
          key={position ?? status}
          data-step={at === null ? 'ahead' : status}
          aria-current={at !== null && status === withdrawal.status ? 'step' : undefined}
        >
          <strong>{t(`step.${status}`)}</strong>
          {at !== null && (
            <small>
              <time dateTime={new Date(at).toISOString()}>{format.dateTime(at)}</time>
              {position !== null && ` · ${t('detail.event', { position: format.count(position) })}`}
            </small>
          )}
        </li>
      ))}
    </ol>
  );
}
