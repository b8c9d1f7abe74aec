import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnedView } from '../../../../contracts/owned.contract';
import { toAmount, ZERO } from '../../../../shared/money';
import { useFormat } from '../../../lib/format';
import { sharesOf } from '../asset-rows';
import { useUsdt } from './use-owned';
import assets from '../AssetPage.module.css';
import styles from './Owned.module.css';

interface Part {
  key: string;
  name: string;
  value: ReactNode;
  usdt: string;
}

/** Concentration: which share of the holdings each product and each coin is. */
export function Shares({ view }: { view: OwnedView }) {
  const { t } = useTranslation('owned');
  const usdt = useUsdt();
  return (
    <section className={assets.card} aria-labelledby="shares">
      <div className={assets.cardHead}>
        <h2 id="shares">{t('shares.title')}</h2>
      </div>
      <p className={styles.lead}>{t('shares.lead')}</p>
      <div className={styles.halves}>
        <Table
          label={t('column.product')}
          parts={view.products.map(({ product, valueUsdt, isEstimate }) => {
            const name = t(`product.${product}`);
            return { key: product, name, usdt: valueUsdt, value: usdt(valueUsdt, isEstimate) };
          })}
        />
        <Table
          label={t('column.coin')}
          parts={view.coins.map(({ currency, valueUsdt, isPriced }) => {
            const value = isPriced ? usdt(valueUsdt, currency !== 'USDT') : t('unpriced');
            return { key: currency, name: currency, usdt: valueUsdt, value };
          })}
        />
      </div>
    </section>
  );
}

function Table({ label, parts }: { label: string; parts: readonly Part[] }) {
  const { t } = useTranslation('owned');
  const format = useFormat();
  // A part below zero has no share.
  const shares = sharesOf(parts.map(({ usdt }) => positive(usdt)));
  return (
    <table role="table" className={assets.table}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{t('column.value')}</th>
          <th scope="col">{t('column.share')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ key, name, value }, at) => {
          const share = `${(shares[at] ?? 0) / 1000}`;
          return (
            <tr role="row" key={key}>
              <th role="rowheader" scope="row">
                {name}
              </th>
              <td role="cell" data-label={t('column.value')}>
                {value}
              </td>
              <td role="cell" data-label={t('column.share')}>
                <span className={assets.value}>
                  {format.share(share, 1)}
                  <i className={assets.share} style={{ '--share': `${+share * 100}%` } as CSSProperties} aria-hidden />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function positive(usdt: string): bigint {
  const value = toAmount(usdt);
  return value > ZERO ? value : ZERO;
}
