import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NetworkError, RefusalError } from '../lib/api';
import { cx } from '../lib/cx';
import { Button } from './Button';
import styles from './states.module.css';

/** Grey bars in the shape of what is coming. */
export function Skeleton({ rows = 5, height = 20 }: { rows?: number; height?: number }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.skeletons} role="status" aria-label={t('state.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.skeleton} style={{ height }} />
      ))}
    </div>
  );
}

export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <svg width="56" height="44" viewBox="0 0 56 44" aria-hidden="true" className={styles.drawing}>
        <path d="M6 12h44v26H6zM6 20h44M14 28h14M14 33h8" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Says what went wrong in the server's words where it has some, and offers to try again. */
export function Failed({ error, onRetry, small }: { error?: unknown; onRetry?: () => void; small?: boolean }) {
  const { t } = useTranslation('common');
  const text =
    error instanceof RefusalError && error.message
      ? error.message
      : t(error instanceof NetworkError ? 'error.network' : 'error.request');
  return (
    <div className={cx(styles.state, small && styles.small)} role="alert">
      <p>{text}</p>
      {onRetry && (
        <Button kind="plain" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}

interface LoadableProps<Data> {
  query: { data: Data | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  skeleton?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The four states of everything that is fetched. Old data stays on the screen while a retry runs. */
export function Loadable<Data>({ query, skeleton, isEmpty, empty, children }: LoadableProps<Data>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (query.isPending && !query.error) return skeleton ?? <Skeleton />;
  return <Failed error={query.error} onRetry={() => void query.refetch()} />;
}
