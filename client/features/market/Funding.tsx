import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getFunding, type FundingView } from '../../../contracts/funding.calls';
import type { InstrumentView } from '../../../contracts/market.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { marketKeys } from '../../market/keys';
import { Loadable, Skeleton } from '../../ui/states';
import styles from './InstrumentPage.module.css';

const MINUTE = 60_000;
const SHOWN = 6;

/** What a perpetual contract pays every eight hours of open market: the coming rate, and those before. */
export function Funding({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const { symbol } = instrument;
  const funding = useQuery({
    queryKey: marketKeys.funding(symbol),
    queryFn: () => api.call(getFunding, { symbol }),
    refetchInterval: MINUTE,
  });
  return (
    <section className={styles.card} aria-labelledby="funding">
      <h2 id="funding">{t('funding.title')}</h2>
      <Loadable query={funding} skeleton={<Skeleton rows={5} height={30} />}>
        {(view) => <Rates view={view} />}
      </Loadable>
    </section>
  );
}

function Rates({ view }: { view: FundingView }) {
  const { t } = useTranslation(['market', 'common']);
  const format = useFormat();
  // Funding is quoted with four decimals everywhere.
  const percent = (share: string): string => format.share(share, 4);
  const rows = [
    ['predicted', percent(view.predictedRate)],
    ['next', view.nextFundingAt === null ? t('funding.never') : format.dateTime(view.nextFundingAt)],
    ['premium', percent(view.premium)],
    ['interest', percent(view.interestRate)],
    ['cap', `±${percent(view.cap)}`],
  ] as const;
  return (
    <>
      <dl className={styles.spec}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`funding.${name}`)}</dt>
            <dd data-testid={`funding-${name}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('funding.history')}</h3>
      {view.history.length === 0 && <p className={styles.small}>{t('funding.none')}</p>}
      <ul className={styles.times}>
        {view.history.slice(0, SHOWN).map(({ fundedAt, rate }) => (
          <li key={fundedAt}>
            <time>{format.dateTime(fundedAt)}</time>
            <b>{percent(rate)}</b>
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        {t('funding.explained', { hours: format.count(view.minutes / 60), dampener: format.share(view.dampener) })}
      </p>
      <p className={styles.small}>
        <Link to={`/preciousMetal?symbol=${view.symbol}`}>{t('contracts.trade')}</Link>
      </p>
      <p className={styles.small}>
        <Link to="/premiums">{t('common:screen.riskPremiums')}</Link>
      </p>
    </>
  );
}
