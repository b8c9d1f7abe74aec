import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CustodyProduct } from '../../../contracts/custody.contract';
import { useFormat } from '../../lib/format';
import { Loadable, Skeleton } from '../../ui/states';
import { useRates } from './use-custody';
import { useWords } from './words';
import { useUtcDay } from '../../lib/use-utc-day';
import styles from './Custody.module.css';

/** What the last dates paid for each product, with the epoch whose seed proves them. */
export function Rates({ products }: { products: readonly CustodyProduct[] }) {
  const { t } = useTranslation('custody');
  const { nameOf } = useWords();
  return (
    <section className={styles.card} aria-labelledby="custody-rates">
      <h2 id="custody-rates">{t('rates.title')}</h2>
      <p className={styles.note}>{t('rates.lead')}</p>
      {products.map((product) => (
        <RatesOf key={product.productId} productId={product.productId} name={nameOf(product)} />
      ))}
      <Verified />
    </section>
  );
}

function RatesOf({ productId, name }: { productId: string; name: string }) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const day = useUtcDay();
  return (
    <>
      <h3>{name}</h3>
      <Loadable
        query={useRates(productId)}
        skeleton={<Skeleton rows={5} height={22} />}
        isEmpty={({ rates }) => rates.length === 0}
        empty={<p className={styles.note}>{t('rates.none')}</p>}
      >
        {({ rates }) => (
          <div className={styles.scroll} tabIndex={0} role="group" aria-label={name}>
            <table className={styles.days}>
              <thead>
                <tr>
                  <th scope="col">{t('column.date')}</th>
                  <th scope="col">{t('column.rate')}</th>
                  <th scope="col">{t('column.epoch')}</th>
                </tr>
              </thead>
              <tbody>
                {rates.map(({ date, rate, epoch }) => (
                  <tr key={date}>
                    <th scope="row">{day(date)}</th>
                    <td>{format.share(rate, 2)}</td>
                    <td>
                      <EpochLink epoch={epoch} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loadable>
    </>
  );
}

/** The page on which seeds are checked against what was published before. */
export function EpochLink({ epoch }: { epoch: number }) {
  const { t } = useTranslation('custody');
  return (
    <Link className={styles.link} to={`/market?symbol=BTCUSDT&epoch=${epoch}#proof`}>
      {t('rates.epoch', { epoch })}
    </Link>
  );
}

/** How rates are drawn, and the command that computes everything again. */
export function Verified() {
  const { t } = useTranslation('custody');
  return (
    <p>
      <Link className={styles.link} to="/helpDetail?slug=how-ai-custody-works">
        {t('rates.proof')}
      </Link>
    </p>
  );
}
