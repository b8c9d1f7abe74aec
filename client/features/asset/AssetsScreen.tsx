import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useState, type CSSProperties } from 'react';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { useInstruments } from '../../market/instruments';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { FirstSteps } from '../account/FirstSteps';
import { useFirstFacts } from '../account/use-first-steps';
import { AccountRecords } from './AccountRecords';
import { AssetHead } from './AssetHead';
import { AssetHistory } from './AssetHistory';
import { useAmounts } from './use-amounts';
import { byCoin, named, withoutSmall } from './asset-rows';
import type { CoinRow } from './asset-types';
import { BalanceLink } from './BalanceLink';
import type { CoinPerformance } from './performance';
import { GainText } from './Gains';
import { useAsOf, useShownAssets } from './use-fresh-assets';
import { usePerformance } from './use-performance';
import styles from './AssetPage.module.css';

const NO_FILTERS = {};

/** `/table1`: what is held, coin by coin, and the last postings; before anything came in, how to begin instead. */
export default function AssetsScreen() {
  const assets = useShownAssets();
  const [at] = useAsOf();
  const first = useFirstFacts();
  return (
    <div className={styles.page}>
      <AssetHead assets={assets.data} view="coins" />
      {first && at === undefined && <FirstSteps facts={first} />}
      {(first?.funded ?? true) && (
        <>
          <AssetHistory />
          <Holdings assets={assets} />
        </>
      )}
    </div>
  );
}

function Holdings({ assets }: { assets: ReturnType<typeof useShownAssets> }) {
  const { t } = useTranslation('asset');
  const { hideSmall, set } = usePreferences();
  const [search, setSearch] = useState('');
  const [at] = useAsOf();
  const performance = usePerformance(at === undefined ? assets.data : undefined);
  return (
    <>
      <section className={styles.card} aria-labelledby="coins">
        <div className={styles.cardHead}>
          <h2 id="coins">{t('byCoin')}</h2>
          <input
            type="search"
            className={styles.search}
            aria-label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <label className={styles.check}>
            <input type="checkbox" checked={hideSmall} onChange={(event) => set({ hideSmall: event.target.checked })} />
            {t('hideSmall')}
          </label>
        </div>
        <Loadable query={assets} skeleton={<Skeleton rows={5} height={36} />}>
          {(view) => {
            const coins = named(byCoin(view.rows), search);
            return (
              <Coins
                coins={hideSmall ? withoutSmall(coins) : coins}
                searched={search !== ''}
                results={at === undefined ? performance?.coins : undefined}
              />
            );
          }}
        </Loadable>
      </section>
      <section className={styles.card} aria-labelledby="records">
        <div className={styles.cardHead}>
          <h2 id="records">{t('records.title')}</h2>
          <Link to="/accountRecord" className={styles.link}>
            {t('records.all')}
          </Link>
        </div>
        <AccountRecords filters={NO_FILTERS} brief />
      </section>
    </>
  );
}

interface CoinsProps {
  coins: CoinRow[];
  searched: boolean;
  /** What they cost and brought; nothing of it where an instant of the past is shown. */
  results: ReadonlyMap<string, CoinPerformance> | undefined;
}

function Coins({ coins, searched, results }: CoinsProps) {
  const { t } = useTranslation('asset');
  if (coins.length === 0) return <Empty text={t(searched ? 'noMatch' : 'empty')} />;
  return (
    <table role="table" className={styles.table} data-testid="assets">
      <thead>
        <tr>
          <th scope="col">{t('column.coin')}</th>
          {['total', 'available', 'frozen', 'averageCost', 'value', 'unrealised'].map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="hidden-visually">{t('column.action')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map((coin) => (
          <Coin key={coin.currency} coin={coin} result={results?.get(coin.currency)} />
        ))}
      </tbody>
    </table>
  );
}

function Coin({ coin, result }: { coin: CoinRow; result: CoinPerformance | undefined }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const instrument = useInstruments().data?.find((each) => each.base === coin.currency && each.quote === 'USDT');
  const amount = (text: string) => amounts(format.amount(text, 8, 2));
  return (
    <tr role="row" data-currency={coin.currency}>
      <th role="rowheader" scope="row">
        <BalanceLink currency={coin.currency}>{coin.currency}</BalanceLink>
        {instrument && <small>{instrument.name}</small>}
      </th>
      <td role="cell" data-label={t('column.total')} data-testid="coin-total">
        {amount(coin.total)}
      </td>
      <td role="cell" data-label={t('column.available')}>
        {amount(coin.available)}
      </td>
      <td role="cell" data-label={t('column.frozen')}>
        {coin.frozen === '0' ? (
          amount(coin.frozen)
        ) : (
          <BalanceLink currency={coin.currency} part="frozen">
            {amount(coin.frozen)}
          </BalanceLink>
        )}
      </td>
      <td role="cell" data-label={t('column.averageCost')}>
        {result?.averageCost ? `≈ ${format.amount(result.averageCost, instrument?.priceDecimals ?? 4, 2)}` : '–'}
      </td>
      <td role="cell" data-label={t('column.value')}>
        <span className={styles.value}>
          {coin.priceUsdt === null ? t('noPrice') : amounts(format.amount(coin.valueUsdt, 2, 2))}
          <i
            className={styles.share}
            style={{ '--share': `${coin.share * 100}%` } as CSSProperties}
            aria-hidden="true"
          />
        </span>
      </td>
      <td role="cell" data-label={t('column.unrealised')}>
        {result && coin.currency !== 'USDT' ? <GainText gain={result.unrealised} estimate /> : '–'}
      </td>
      <td role="cell" className={styles.action}>
        {instrument && (
          <Link to={`/currencyTrade?symbol=${encodeURIComponent(instrument.symbol)}`} className={styles.link}>
            {t('trade')}
          </Link>
        )}
      </td>
    </tr>
  );
}
