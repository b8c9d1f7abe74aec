import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx';
import { dismissToast, holdToasts, releaseToasts, useToasts, type Toast, type ToastKind } from '../lib/toasts';
import { Icon } from './icons';
import styles from './Toasts.module.css';

/**
 * Short news over the page and over dialogs. News waits until the screen reader has finished; a warning interrupts.
 * As long as the pointer or the focus is on them they stay.
 */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  const of = (warning: boolean) => toasts.filter((each) => (each.kind === 'warning') === warning);
  return createPortal(
    <div
      className={styles.stack}
      data-testid="toasts"
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={holdToasts}
      onBlur={releaseToasts}
    >
      <div className={styles.region} role="status" aria-live="polite">
        {of(false).map((each) => (
          <ToastCard key={each.id} {...each} onDismiss={() => dismissToast(each.id)} />
        ))}
      </div>
      <div className={styles.region} role="alert" aria-live="assertive">
        {of(true).map((each) => (
          <ToastCard key={each.id} {...each} onDismiss={() => dismissToast(each.id)} />
        ))}
      </div>
    </div>,
    document.body,
  );
}

const ICONS: Record<ToastKind, 'check' | 'info' | 'warning'> = {
  success: 'check',
  neutral: 'info',
  warning: 'warning',
};

/** One toast; the whole of it can be tapped away, but for what can be done from it. */
export function ToastCard({ onDismiss, ...shown }: Omit<Toast, 'id'> & { onDismiss: () => void }) {
  const { t } = useTranslation('common');
  const { kind, text, detail, progress, actions = [] } = shown;
  const act = (run: () => void) => () => {
    onDismiss();
    run();
  };
  return (
    <div className={cx(styles.toast, styles[kind])}>
      <Icon name={ICONS[kind]} size={16} />
      <div className={styles.words}>
        <span>{text}</span>
        {detail && <small>{detail}</small>}
        {progress !== undefined && (
          <span className={styles.bar} style={{ '--done': `${Math.round(progress * 100)}%` } as CSSProperties} />
        )}
        {actions.length > 0 && (
          <span className={styles.actions}>
            {actions.map(({ label, run }) => (
              <button key={label} type="button" onClick={act(run)}>
                {label}
              </button>
            ))}
          </span>
        )}
      </div>
      <button type="button" className={styles.dismiss} aria-label={t('action.close')} onClick={onDismiss}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
