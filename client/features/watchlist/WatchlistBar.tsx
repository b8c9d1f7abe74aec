import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WatchlistView } from '../../../contracts/watchlist.contract';
import { useLoggedIn } from '../../lib/session';
import { chooseWatchlist, useWatchlists } from '../../market/watchlists';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Tabs } from '../../ui/Tabs';
import styles from './Watchlist.module.css';

const WatchlistDialog = lazy(() => import('./WatchlistDialog'));

interface BarProps {
  arranging: boolean;
  /** Absent where there is nothing to arrange. */
  onArrange: ((arranging: boolean) => void) | undefined;
}

/** The lists of the person, which of them is looked at, and what can be done with it. */
export function WatchlistBar({ arranging, onArrange }: BarProps) {
  const { t } = useTranslation(['watchlist', 'market']);
  const { lists, current } = useWatchlists();
  const [open, setOpen] = useState<WatchlistView | 'new' | null>(null);
  const nameOf = ({ name }: WatchlistView) => name ?? t('market:category.favourites');
  const loggedIn = useLoggedIn();
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.lists}>
          <Tabs
            look="chips"
            label={t('lists')}
            controls="market-list"
            value={current.watchlistId}
            onChange={chooseWatchlist}
            tabs={lists.map((list) => ({ value: list.watchlistId, label: nameOf(list) }))}
          />
        </div>
        <div className={styles.deeds}>
          {onArrange && (
            <Button kind="quiet" size="s" aria-pressed={arranging} onClick={() => onArrange(!arranging)}>
              {t(arranging ? 'arranged' : 'arrange')}
            </Button>
          )}
          <Button kind="quiet" size="s" onClick={() => setOpen(current)}>
            <Icon name="edit" size={14} /> {t('edit')}
          </Button>
          <Button kind="plain" size="s" onClick={() => setOpen('new')}>
            {t('new')}
          </Button>
        </div>
      </div>
      {!loggedIn && <p className={styles.note}>{t('onDevice')}</p>}
      {open !== null && (
        <Suspense fallback={null}>
          <WatchlistDialog list={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
