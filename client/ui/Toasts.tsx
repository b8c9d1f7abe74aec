import { dismissToast, useToasts } from '../lib/toasts';
import { cx } from '../lib/cx';
import { Icon } from './icons';
import styles from './Toasts.module.css';

/** Short news over the page; read out politely, warnings at once. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={styles.stack} aria-live="polite" data-testid="toasts">
      {toasts.map((each) => (
        <button
          key={each.id}
          type="button"
          className={cx(styles.toast, styles[each.kind])}
          onClick={() => dismissToast(each.id)}
        >
          <Icon name={each.kind === 'success' ? 'check' : 'info'} size={16} />
          <span>{each.text}</span>
        </button>
      ))}
    </div>
  );
}
