import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FundHolding, FundView } from '../../../contracts/fund.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { WhyButton } from '../policy/WhyButton';
import styles from './Fund.module.css';

const COLUMNS = ['asset', 'target', 'quantity', 'close', 'closeAt', 'epoch', 'value'] as const;

/** What a fund holds, and the last value with everything that it follows from, for its owners to compute again. */
export function Holdings({ fund }: { fund: FundView }) {
  const { t } = useTranslation('fund');
  return (
    <section className={styles.card} aria-labelledby="fund-holdings">
      <h2 id="fund-holdings">{t('holdings.title')}</h2>
      <p className={styles.note}>{t('holdings.lead')}</p>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('holdings.title')}>
        <table className={styles.table} data-testid="fund-holdings">
          <thead>
            <tr>
              {COLUMNS.map((each) => (
                <th key={each} scope="col">
                  {t(`column.${each}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fund.holdings.map((holding) => (
              <Row key={holding.asset} holding={holding} />
            ))}
          </tbody>
        </table>
      </div>
      <FairValues holdings={fund.holdings} />
      <Made nav={fund.nav} />
    </section>
  );
}

function Row({ holding: { asset, target, valued, price, closeAt, epoch, fair, value } }: { holding: FundHolding }) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  return (
    <tr>
      <th scope="row">
        <Link className={styles.link} to={`/market?symbol=${asset}USDT`}>
          {asset}
        </Link>
      </th>
      <td>{format.share(target)}</td>
      <td>{format.amount(valued, 8)}</td>
      <td>{price === null ? '–' : format.amount(price, 8, 2)}</td>
      <td>{closeAt === null ? '–' : format.shortDateTime(closeAt)}</td>
      <td>
        {fair !== null ? (
          t('fair.short')
        ) : epoch === null ? (
          '–'
        ) : (
          <Link className={styles.link} to={`/market?symbol=${asset}USDT&epoch=${epoch}#proof`}>
            {t('epoch', { epoch })}
          </Link>
        )}
      </td>
      <td>{value === null ? '–' : format.amount(value, 8, 2)}</td>
    </tr>
  );
}

/** Which prices of the last value no seed gives, and why people set them. */
function FairValues({ holdings }: Pick<FundView, 'holdings'>) {
  const { t } = useTranslation('fund');
  const valued = holdings.flatMap(({ asset, fair }) => (fair === null ? [] : [{ asset, ...fair }]));
  const [first] = valued;
  if (first === undefined) return null;
  return (
    <div data-testid="fund-fair">
      {valued.map(({ asset, reason }) => (
        <p key={asset} className={styles.note}>
          {t('fair.set', { asset, reason: t(`fair.reason.${reason}`) })}
        </p>
      ))}
      <p className={styles.note}>
        {t('fair.orders')} <WhyButton policy="fund.fair-values" version={first.version} inputs={{}} />
      </p>
    </div>
  );
}

/** The last value as a sum that anybody can do. */
function Made({ nav }: Pick<FundView, 'nav'>) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  if (nav === null) return <p className={styles.note}>{t('made.none')}</p>;
  const usdt = (text: string) => `${format.amount(text, 18, 2)} USDT`;
  return (
    <div data-testid="fund-made">
      <h3>{t('made.title')}</h3>
      <p className={styles.note}>{t('made.note')}</p>
      <FactList
        className={styles.facts}
        rows={[
          [t('made.gross'), usdt(nav.gross)],
          [t('made.cash'), usdt(nav.cash)],
          [t('made.fee'), usdt(nav.fee)],
          [t('made.units'), format.amount(nav.units, 6)],
          [t('made.nav'), usdt(nav.nav)],
        ]}
      />
    </div>
  );
}
