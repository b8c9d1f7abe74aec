import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { useInstruments } from '../../market/instruments';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { GainText } from '../asset/Gains';
import { byCoin } from '../asset/asset-rows';
import type { CoinRow } from '../asset/asset-types';
import type { CoinPerformance } from '../asset/performance';
import { useAmounts } from '../asset/use-amounts';
import { useFreshAssets } from '../asset/use-fresh-assets';
import { usePerformance } from '../asset/use-performance';
import { useOrderForm } from '../../orders/form-store';
import table from '../../ui/PagedTable.module.css';
import styles from '../../orders/Orders.module.css';

const COLUMNS = ['coin', 'total', 'averageCost', 'value', 'unrealised', 'action'] as const;

/** What is held, what it cost and what it is worth, each coin with the way to sell it. */
export default function Holdings() {
  const { t } = useTranslation('asset');
  const assets = useFreshAssets();
  const performance = usePerformance(assets.data);
  const coins = byCoin(assets.data?.rows ?? []).filter(({ total }) => toAmount(total) > 0n);
  return (
    <Loadable
      query={{ ...assets, data: assets.data && coins }}
      skeleton={<Skeleton rows={4} height={28} />}
      isEmpty={(held) => held.length === 0}
      empty={<Empty text={t('empty')} />}
    >
      {(held) => (
        <table role="table" className={cx(table.table, table.dense)} data-testid="holdings">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={column === 'coin' ? undefined : table.number}>
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {held.map((coin) => (
              <Holding key={coin.currency} coin={coin} result={performance?.coins.get(coin.currency)} />
            ))}
          </tbody>
        </table>
      )}
    </Loadable>
  );
}

function Holding({ coin, result }: { coin: CoinRow; result: CoinPerformance | undefined }) {
  const { t } = useTranslation('asset');
  const { t: order } = useTranslation('order');
  const format = useFormat();
  const amounts = useAmounts();
  const change = useOrderForm((state) => state.change);
  const instrument = useInstruments().data?.find((each) => each.base === coin.currency && each.quote === 'USDT');
  return (
    <tr role="row" data-currency={coin.currency}>
      <th role="rowheader" scope="row">
        {coin.currency}
        {instrument && <small>{instrument.name}</small>}
      </th>
      <td role="cell" className={table.number} data-label={t('column.total')}>
        {amounts(format.amount(coin.total, 8, 2))}
      </td>
      <td role="cell" className={table.number} data-label={t('column.averageCost')}>
        {result?.averageCost ? `≈ ${format.amount(result.averageCost, instrument?.priceDecimals ?? 4, 2)}` : '–'}
      </td>
      <td role="cell" className={table.number} data-label={t('column.value')}>
        {coin.priceUsdt === null ? t('noPrice') : `≈ ${amounts(format.amount(coin.valueUsdt, 2, 2))}`}
      </td>
      <td role="cell" className={table.number} data-label={t('column.unrealised')}>
        {result && coin.currency !== 'USDT' ? <GainText gain={result.unrealised} estimate /> : '–'}
      </td>
      <td role="cell" className={table.number}>
        {instrument && (
          <Link
            className={styles.more}
            to={`/currencyTrade?symbol=${encodeURIComponent(instrument.symbol)}`}
            onClick={() => change({ side: 'sell' })}
          >
            {order('side.sell')}
          </Link>
        )}
      </td>
    </tr>
  );
}
