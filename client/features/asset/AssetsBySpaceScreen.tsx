import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { Loadable, Skeleton } from '../../ui/states';
import { AssetHead } from './AssetHead';
import { AssetHistory } from './AssetHistory';
import { useAmounts } from './use-amounts';
import { bySpace } from './asset-rows';
import type { SpaceRow } from './asset-types';
import { BalanceLink } from './BalanceLink';
import { useShownAssets } from './use-fresh-assets';
import styles from './AssetPage.module.css';

/** `/table2`: the same assets by account space. */
export default function AssetsBySpaceScreen() {
  const assets = useShownAssets();
  return (
    <div className={styles.page}>
      <AssetHead assets={assets.data} view="spaces" />
      <AssetHistory />
      <Loadable query={assets} skeleton={<Skeleton rows={5} height={64} />}>
        {(view) => (
          <div className={styles.spaces}>
            {bySpace(view.rows).map((space) => (
              <Space key={space.space} space={space} />
            ))}
          </div>
        )}
      </Loadable>
    </div>
  );
}

function Space({ space }: { space: SpaceRow }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const amount = (text: string) => amounts(format.amount(text, 8, 2));
  return (
    <section className={styles.card} aria-labelledby={`space-${space.space}`}>
      <div className={styles.cardHead}>
        <h2 id={`space-${space.space}`}>{t(`space.${space.space}`)}</h2>
        <b>{amounts(format.amount(space.valueUsdt, 2, 2))} USDT</b>
      </div>
      {space.rows.length === 0 ? (
        <p className={styles.nothing}>{t('emptySpace')}</p>
      ) : (
        <table role="table" className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('column.coin')}</th>
              <th scope="col">{t('column.available')}</th>
              <th scope="col">{t('column.frozen')}</th>
              <th scope="col">{t('column.value')}</th>
            </tr>
          </thead>
          <tbody>
            {space.rows.map((row) => (
              <tr role="row" key={row.currency}>
                <th role="rowheader" scope="row">
                  <BalanceLink currency={row.currency} space={space.space}>
                    {row.currency}
                  </BalanceLink>
                </th>
                <td role="cell" data-label={t('column.available')}>
                  {amount(row.available)}
                </td>
                <td role="cell" data-label={t('column.frozen')}>
                  {row.frozen === '0' ? (
                    amount(row.frozen)
                  ) : (
                    <BalanceLink currency={row.currency} space={space.space} part="frozen">
                      {amount(row.frozen)}
                    </BalanceLink>
                  )}
                </td>
                <td role="cell" data-label={t('column.value')}>
                  {row.priceUsdt === null ? t('noPrice') : amounts(format.amount(row.valueUsdt, 2, 2))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
