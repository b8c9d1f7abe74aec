import { useTranslation } from 'react-i18next';
import type { OwnedView } from '../../../../contracts/owned.contract';
import { useFormat } from '../../../lib/format';
import { Empty } from '../../../ui/states';
import { useAmounts } from '../use-amounts';
import { useLabels, useUsdt } from './use-owned';
import assets from '../AssetPage.module.css';
import styles from './Owned.module.css';

/** What comes in on a date and what has to be paid: the certain part, and the most that it can be or an estimate of it. */
export function Income({ view: { income, incomeCount, incomeUnread } }: { view: OwnedView }) {
  const { t } = useTranslation('owned');
  const format = useFormat();
  const usdt = useUsdt();
  const amounts = useAmounts();
  const labelOf = useLabels();
  return (
    <section className={assets.card} aria-labelledby="income">
      <div className={assets.cardHead}>
        <h2 id="income">{t('income.title')}</h2>
      </div>
      {income.length === 0 && incomeUnread.length === 0 && <Empty text={t('income.none')} />}
      {income.length > 0 && (
        <>
          <p className={styles.lead}>
            {t('income.lead')} {t('income.estimate')}
          </p>
          <table role="table" className={assets.table} data-testid="income">
            <thead>
              <tr>
                <th scope="col">{t('column.date')}</th>
                <th scope="col">{t('column.what')}</th>
                <th scope="col">{t('column.certain')}</th>
                <th scope="col">{t('column.most')}</th>
              </tr>
            </thead>
            <tbody>
              {income.map((one) => (
                <tr role="row" key={`${one.what} ${one.product} ${one.id}`} data-what={one.what}>
                  <th role="rowheader" scope="row">
                    {format.dateTime(one.at)}
                  </th>
                  <td role="cell" data-label={t('column.what')}>
                    <span>
                      {t(`what.${one.what}`)}, {t(`product.${one.product}`)} <small>{labelOf(one)}</small>
                    </span>
                  </td>
                  <td role="cell" data-label={t('column.certain')}>
                    {one.least === '0' ? '–' : amounts(`${format.amount(one.least, 8, 2)} ${one.currency}`)}
                  </td>
                  <td role="cell" data-label={t('column.most')}>
                    {one.mostUsdt === null ? t('income.unpriced') : usdt(one.mostUsdt, one.isEstimate)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {income.length < incomeCount && (
            <p className={styles.note}>
              {t('income.more', { shown: format.count(income.length), all: format.count(incomeCount) })}
            </p>
          )}
        </>
      )}
      <Unread products={incomeUnread} />
    </section>
  );
}

function Unread({ products }: { products: readonly string[] }) {
  const { t } = useTranslation('owned');
  const { tag } = useFormat();
  if (products.length === 0) return null;
  const names = products.map((product) => t(`product.${product}`));
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(names);
  return <p className={styles.note}>{t('income.unread', { products: list })}</p>;
}
