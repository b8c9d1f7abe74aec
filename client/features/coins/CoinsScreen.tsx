import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getCurrencyAll } from '../../../contracts/market.calls';
import { getAsset2 } from '../../../contracts/asset.calls';
import { api } from '../../lib/api';
import type { AssetRow } from '../../../contracts/asset.contract';
import type { CurrencyView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { marketKeys } from '../../market/keys';
import { useAllTickers } from '../../market/tickers';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { SearchField } from '../market/SearchField';
import { searchable } from '../market/market-list';
import { assetKeys } from '../asset/asset.feature';
import { CoinTable } from './CoinTable';
import { coinsOf, filterCoins, nextCoinSort, sortCoins, type Coin, type CoinSort } from './coin-list';
import styles from './CoinsScreen.module.css';

const FRESH_MS = 10_000;
/** Thousands of them: rows in sight are live by socket. */
const TICKERS_MS = 60_000;
const NOTHING: AssetRow[] = [];

/** `/currency`: every coin with its price now, and what the user holds of it. */
export default function CoinsScreen() {
  const { t } = useTranslation('market');
  const [typed, setTyped] = useState('');
  const { hideSmall, set } = usePreferences();
  const currencies = useQuery({
    queryKey: marketKeys.currencies(),
    queryFn: () => api.call(getCurrencyAll),
    staleTime: 60_000,
  });
  const assets = useQuery({
    queryKey: assetKeys.balances(),
    queryFn: () => api.call(getAsset2),
    refetchInterval: FRESH_MS,
  });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('coins.title')}</h1>
        <Total totalUsdt={assets.data?.totalUsdt} />
        <SearchField label={t('coins.search')} value={typed} onChange={setTyped} />
      </header>
      <div className={styles.filters}>
        <label>
          <input type="checkbox" checked={hideSmall} onChange={(event) => set({ hideSmall: event.target.checked })} />
          {t('coins.hideSmall')}
        </label>
        {assets.error !== null && assets.data === undefined && <p role="status">{t('coins.noBalances')}</p>}
      </div>
      <Loadable query={currencies} skeleton={<Skeleton rows={12} height={36} />}>
        {(all) => <Coins all={all} assets={assets.data?.rows ?? NOTHING} typed={typed} hideSmall={hideSmall} />}
      </Loadable>
    </div>
  );
}

function Total({ totalUsdt }: { totalUsdt: string | undefined }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const hidden = usePreferences((state) => state.hideAmounts);
  const shown = totalUsdt === undefined ? '–' : hidden ? '•••' : format.amount(totalUsdt, 2, 2);
  return (
    <p className={styles.total}>
      <span>{t('coins.total')}</span>
      <b>{shown} USDT</b>
    </p>
  );
}

interface CoinsProps {
  all: CurrencyView[];
  assets: AssetRow[];
  typed: string;
  hideSmall: boolean;
}

function Coins({ all, assets, typed, hideSmall }: CoinsProps) {
  const { t } = useTranslation('market');
  const [sort, setSort] = useState<CoinSort | null>(null);
  const wanted = useDeferredValue(searchable(typed));
  // The order is taken from the last answer: a list that reorders with every tick cannot be read.
  const { data: answered } = useAllTickers(TICKERS_MS);
  const coins = useMemo(() => coinsOf(all, assets), [all, assets]);
  const rows = useMemo(() => {
    const tickers = new Map(answered?.map((ticker) => [ticker.symbol, ticker]));
    const textOf = (coin: Coin) => searchable(`${coin.currency} ${coin.name} ${t(`category.${classOf(coin)}`)}`);
    return sortCoins(filterCoins(coins, { typed: wanted, hideSmall, textOf, tickers }), sort, tickers);
  }, [coins, wanted, hideSmall, sort, t, answered]);
  if (rows.length === 0) return <Empty text={t(wanted === '' ? 'coins.nothingHeld' : 'coins.empty')} />;
  return <CoinTable coins={rows} sort={sort} onSort={(column) => setSort(nextCoinSort(sort, column))} />;
}

/** A stablecoin is looked for among the crypto assets. */
const classOf = (coin: Coin): string => (coin.class === 'stablecoin' ? 'crypto' : coin.class);
