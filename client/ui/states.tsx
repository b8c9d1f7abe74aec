import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NetworkError, RefusalError } from '../lib/api';
import { cx } from '../lib/cx';
import { Button } from './Button';
import { Icon } from './icons';
import { RefusalAside } from './refusal-aside';
import styles from './states.module.css';

/** Grey bars in the shape of what is coming. */
export function Skeleton({ rows = 5, height = 20 }: { rows?: number; height?: number }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.skeletons} role="status" aria-label={t('state.loading')} data-loading>
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

/** Shows the error in the server's words, if any, with a retry. */
export function Failed({ error, onRetry, small }: { error?: unknown; onRetry?: () => void; small?: boolean }) {
  const { t } = useTranslation('common');
  const Aside = useContext(RefusalAside);
  const unreachable = error instanceof NetworkError;
  const text =
    error instanceof RefusalError && error.message ? error.message : t(unreachable ? 'error.network' : 'error.request');
  return (
    <div className={cx(styles.state, small && styles.small)} role="alert">
      {!small && <Icon name={unreachable ? 'offline' : 'warning'} size={32} />}
      <p>{text}</p>
      {Aside !== null && <Aside error={error} />}
      {onRetry && (
        <Button kind="plain" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}

/** No network: the request waits and continues once there is one. */
export function Offline({ small }: { small?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div className={cx(styles.state, small && styles.small)} role="status">
      {!small && <Icon name="offline" size={32} />}
      <p>{t('state.offline')}</p>
    </div>
  );
}

interface LoadableProps<Data> {
  query: { data: Data | undefined; isPending: boolean; error: unknown; refetch: () => unknown; fetchStatus?: string };
  skeleton?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The states of everything that is fetched. Old data stays on the screen while a retry runs or the network is away. */
export function Loadable<Data>({ query, skeleton, isEmpty, empty, children }: LoadableProps<Data>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (query.fetchStatus === 'paused') return <Offline />;
  if (query.isPending && !query.error) return skeleton ?? <Skeleton />;
  return <Failed error={query.error} onRetry={() => void query.refetch()} />;
}
