import { useTranslation } from 'react-i18next';
import type { OwnedItemView, OwnedView } from '../../../../contracts/owned.contract';
import { useFormat } from '../../../lib/format';
import { Empty } from '../../../ui/states';
import { useLabels, useUsdt } from './use-owned';
import assets from '../AssetPage.module.css';
import styles from './Owned.module.css';

/** What is open or on hold, the most valuable first: value, when it can be had, and what that costs. */
export function Items({ view: { items, itemCount } }: { view: OwnedView }) {
  const { t } = useTranslation('owned');
  const format = useFormat();
  return (
    <section className={assets.card} aria-labelledby="items">
      <div className={assets.cardHead}>
        <h2 id="items">{t('items.title')}</h2>
      </div>
      {items.length === 0 ? (
        <Empty text={t('items.none')} />
      ) : (
        <table role="table" className={assets.table} data-testid="items">
          <thead>
            <tr>
              <th scope="col">{t('column.product')}</th>
              <th scope="col">{t('column.value')}</th>
              <th scope="col">{t('column.soonest')}</th>
              <th scope="col">{t('column.cost')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Item key={`${item.product} ${item.id}`} item={item} />
            ))}
          </tbody>
        </table>
      )}
      {items.length < itemCount && (
        <p className={styles.note}>
          {t('items.more', { shown: format.count(items.length), all: format.count(itemCount) })}
        </p>
      )}
    </section>
  );
}

function Item({ item }: { item: OwnedItemView }) {
  const { t } = useTranslation('owned');
  const format = useFormat();
  const usdt = useUsdt();
  const labelOf = useLabels();
  const { product, detail, valueUsdt, isEstimate, isAtRisk, way, rung, availableAt, costUsdt, early } = item;
  return (
    <tr role="row" data-product={product}>
      <th role="rowheader" scope="row">
        {t(`product.${product}`)}
        <small>
          {labelOf(item)} {detail && t(`detail.${detail}`)}
        </small>
      </th>
      <td role="cell" data-label={t('column.value')}>
        <span>
          {usdt(valueUsdt, isEstimate)}
          {isAtRisk && <small>{t('risk')}</small>}
        </span>
      </td>
      <td role="cell" data-label={t('column.soonest')}>
        <span>
          {rung === 'now' || availableAt === null ? t(`rung.${rung}`) : format.dateTime(availableAt)}
          <small>{t(`way.${way}`)}</small>
        </span>
      </td>
      <td role="cell" data-label={t('column.cost')}>
        <span>
          {costUsdt === '0' ? t('cost.none') : t('cost.fee', { cost: usdt(costUsdt, true) })}
          {early && (
            <small>
              {t('cost.early', { cost: usdt(early.costUsdt), receives: usdt(early.receivesUsdt) })} {t('ladder.staff')}
            </small>
          )}
        </span>
      </td>
    </tr>
  );
}
