import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getRiskPremiums, type RiskPremiumRow, type RiskPremiumsView } from '../../../contracts/risk-premium.calls';
import { api } from '../../lib/api';
import { useFormat, type Formatter } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { riskPremiumKeys } from './risk-premium.feature';
import styles from './RiskPremium.module.css';

/** `/premiums`: what the simulated market pays on average, group by group, and for what. */
export default function RiskPremiumScreen() {
  const { t } = useTranslation(['risk-premium', 'common']);
  const query = useQuery({
    queryKey: riskPremiumKeys.all(),
    queryFn: () => api.call(getRiskPremiums),
    staleTime: Infinity,
  });
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.riskPremiums')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <p className={styles.promise}>
        <Icon name="check" size={20} />
        <span>{t('promise')}</span>
      </p>
      <Loadable query={query} skeleton={<Skeleton rows={13} height={40} />}>
        {(view) => <Premiums view={view} />}
      </Loadable>
      <p className={styles.note}>
        {t('averages')} <Link to="/scorecard">{t('scorecard')}</Link>
      </p>
    </div>
  );
}

const COLUMNS = ['drift', 'carry', 'variance', 'spread'] as const;

function Premiums({ view }: { view: RiskPremiumsView }) {
  const { t } = useTranslation('risk-premium');
  return (
    <>
      <section className={styles.card} aria-labelledby="premiums">
        <h2 id="premiums">{t('table')}</h2>
        <table role="table" className={styles.table} aria-labelledby="premiums">
          <thead>
            <tr>
              <th scope="col">{t('column.group')}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.rows.map((row) => (
              <Row key={row.group} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      <Meanings view={view} />
    </>
  );
}

function Row({ row }: { row: RiskPremiumRow }) {
  const { t } = useTranslation('risk-premium');
  const format = useFormat();
  const { group, paidFor, drift, carry, variance, spreadBps } = row;
  const bps = (value: number): string => format.amount(String(value), 4);
  const { tightest, median, widest } = spreadBps;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {t(`group.${group}`)}
        <small>{t(`reason.${paidFor}`)}</small>
      </th>
      <td role="cell" data-label={t('column.drift')}>
        {drift.from === drift.to
          ? percent(format, drift.from)
          : t('range', { low: percent(format, drift.from), high: percent(format, drift.to) })}
      </td>
      <td role="cell" data-label={t('column.carry')}>
        <span>
          {percent(format, carry.income, 2)} ± {percent(format, carry.deviation, 2)}{' '}
          <small>{t('sharpe', { ratio: format.decimal(carry.sharpe.toFixed(2), 2) })}</small>
        </span>
      </td>
      <td role="cell" data-label={t('column.variance')}>
        {percent(format, variance)}
      </td>
      <td role="cell" data-label={t('column.spread')}>
        <span>
          {t('bps', { value: bps(median) })}{' '}
          {tightest < widest && <small>{t('range', { low: bps(tightest), high: bps(widest) })}</small>}
        </span>
      </td>
    </tr>
  );
}

/** A share of the answer in per cent; the file keeps four decimals. */
function percent(format: Formatter, share: number, decimals?: number): string {
  return format.share(share.toFixed(4), decimals);
}

/** What each column pays for. */
function Meanings({ view: { sharpeMax, shortVariance } }: { view: RiskPremiumsView }) {
  const { t } = useTranslation('risk-premium');
  const format = useFormat();
  return (
    <section className={styles.card} aria-labelledby="meanings">
      <h2 id="meanings">{t('meanings')}</h2>
      <dl className={styles.meanings}>
        {COLUMNS.map((column) => (
          <div key={column}>
            <dt>{t(`column.${column}`)}</dt>
            <dd>
              {t(`meaning.${column}`, { short: percent(format, shortVariance) })}{' '}
              {column === 'spread' && <Link to="/fees">{t('tiers')}</Link>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('conversion')}</p>
      <p className={styles.note}>{t('sharpeMax', { ratio: format.amount(String(sharpeMax), 2) })}</p>
    </section>
  );
}
