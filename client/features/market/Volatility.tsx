import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getVolatility, type VolatilityView } from '../../../contracts/volatility.calls';
import type { InstrumentView } from '../../../contracts/market.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { marketKeys } from '../../market/keys';
import { Loadable, Skeleton } from '../../ui/states';
import styles from './InstrumentPage.module.css';

const MINUTE = 60_000;

/** Implied volatility: the thirty-day index, and each horizon at the money and to both sides. */
export function Volatility({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const { symbol } = instrument;
  const volatility = useQuery({
    queryKey: marketKeys.volatility(symbol),
    queryFn: () => api.call(getVolatility, { symbol }),
    refetchInterval: MINUTE,
  });
  return (
    <section className={styles.card} aria-labelledby="volatility">
      <h2 id="volatility">{t('volatility.title')}</h2>
      <Loadable
        query={volatility}
        skeleton={<Skeleton rows={8} height={26} />}
        isEmpty={({ term }) => term.length === 0}
        empty={<p className={styles.small}>{t('volatility.none')}</p>}
      >
        {(view) => <Surface view={view} />}
      </Loadable>
    </section>
  );
}

function Surface({ view }: { view: VolatilityView }) {
  const { t } = useTranslation(['market', 'common']);
  const format = useFormat();
  // Options are quoted with one decimal.
  const percent = (share: string | null): string => (share === null ? '–' : format.share(share, 1));
  return (
    <>
      <dl className={styles.spec}>
        {(['index', 'realised'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`volatility.${name}`)}</dt>
            <dd data-testid={`volatility-${name}`}>{percent(view[name])}</dd>
          </div>
        ))}
      </dl>
      <h3 id="volatility-term">{t('volatility.term')}</h3>
      <table className={styles.term} aria-labelledby="volatility-term">
        <thead>
          <tr>
            {(['horizon', 'atm', 'put25', 'call25'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`volatility.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.term.map(({ horizon, atm, put25, call25 }) => (
            <tr key={horizon}>
              <th scope="row">{t(`volatility.span.${horizon}`)}</th>
              <td>{percent(atm)}</td>
              <td>{percent(put25)}</td>
              <td>{percent(call25)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.small}>{t('volatility.explained')}</p>
      <p className={styles.small}>
        <Link to="/premiums">{t('common:screen.riskPremiums')}</Link>
      </p>
    </>
  );
}
