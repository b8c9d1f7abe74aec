import { cx } from '../../lib/cx';
import styles from './Identity.module.css';

/** Where one is in a form of several steps. */
export function Steps({ steps, at }: { steps: readonly string[]; at: number }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={cx(index < at && styles.done, index === at && styles.now)}
          aria-current={index === at ? 'step' : undefined}
        >
          <div>
            <span aria-hidden="true">{index + 1}</span>
            <b>{step}</b>
          </div>
        </li>
      ))}
    </ol>
  );
}
