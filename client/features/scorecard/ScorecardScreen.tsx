import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  getScorecard,
  SCORECARD_GROUPS,
  type ScorecardRow,
  type ScorecardView,
} from '../../../contracts/scorecard.calls';
import { api } from '../../lib/api';
import { cx } from '../../lib/cx';
import { useFormat, type Formatter } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { scorecardKeys } from './scorecard.feature';
import styles from './Scorecard.module.css';

const MEASURE_AGAIN = 'npm run build && node dist/server/cli/model-card.js';
const SHARES: ReadonlySet<ScorecardRow['measure']> = new Set(['worst', 'drawdown', 'deepFalls', 'volatility']);

/** `/scorecard`: the simulated market beside real ones, figure by figure. */
export default function ScorecardScreen() {
  const { t } = useTranslation(['scorecard', 'common']);
  const query = useQuery({ queryKey: scorecardKeys.all(), queryFn: () => api.call(getScorecard), staleTime: Infinity });
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.scorecard')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={16} height={36} />}>
        {(card) => <Groups card={card} />}
      </Loadable>
      <p className={styles.limits}>
        <Icon name="info" size={20} />
        <span>{t('limits')}</span>
      </p>
      <p className={styles.note}>
        <Link to="/premiums">{t('common:screen.riskPremiums')}</Link>
      </p>
      <p className={styles.note}>
        {t('again')}{' '}
        <CopyText value={MEASURE_AGAIN} label={t('again')}>
          <code>{MEASURE_AGAIN}</code>
        </CopyText>
      </p>
    </div>
  );
}

function Groups({ card: { years, seeds, rows } }: { card: ScorecardView }) {
  const { t } = useTranslation('scorecard');
  const format = useFormat();
  const near = rows.filter((row) => row.near).length;
  return (
    <>
      <p className={styles.note}>
        {t('how', { seeds: format.count(seeds), years: format.count(years) })} {t('legend')}
      </p>
      <p className={styles.sum}>
        <b>{t('sum', { near: format.count(near), all: format.count(rows.length) })}</b>
      </p>
      {SCORECARD_GROUPS.map((group) => (
        <section key={group} className={styles.card} aria-labelledby={group}>
          <h2 id={group}>{t(`group.${group}`)}</h2>
          <p className={styles.note}>{t(`rule.${group}`)}</p>
          <Table label={t(`group.${group}`)} rows={rows.filter((row) => row.group === group)} />
        </section>
      ))}
    </>
  );
}

function Table({ label, rows }: { label: string; rows: ScorecardRow[] }) {
  const { t } = useTranslation('scorecard');
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.figure')}</th>
            <th scope="col">{t('column.real')}</th>
            <th scope="col">{t('column.model')}</th>
            <th scope="col">{t('column.distance')}</th>
            <th scope="col">{t('column.match')}</th>
            <th scope="col">{t('column.range')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.subject}.${row.measure}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { row: ScorecardRow }) {
  const { t } = useTranslation('scorecard');
  const format = useFormat();
  const { subject, measure, group, real, median, low, high, near } = row;
  const shown = (value: number): string => textOf(format, measure, value);
  return (
    <tr>
      <th scope="row">
        <b>{subject === 'stocks' ? t('stocks') : subject}</b>
        {group === 'facts' && <small>{t(`measure.${measure}`)}</small>}
      </th>
      <td>{shown(real)}</td>
      <td>{shown(median)}</td>
      <td>{shown(median - real)}</td>
      <td className={cx(near ? styles.near : styles.far)}>
        <Icon name={near ? 'check' : 'close'} size={15} /> {t(near ? 'close' : 'off')}
      </td>
      <td>
        <span className={styles.ends}>{t('range', { low: shown(low), high: shown(high) })}</span>
        <Range row={row} />
      </td>
    </tr>
  );
}

function textOf(format: Formatter, measure: ScorecardRow['measure'], value: number): string {
  if (SHARES.has(measure)) return format.share(value.toFixed(3));
  return format.decimal(value.toFixed(2), 2);
}

const [WIDTH, HEIGHT, EDGE] = [120, 14, 5];

/** Where nine of ten seeds lie, with their median, and where the real figure lies. The cells beside it say the same. */
function Range({ row: { low, high, median, real } }: { row: ScorecardRow }) {
  const least = Math.min(low, real);
  const span = Math.max(high, real) - least;
  const at = (value: number): number => (span === 0 ? WIDTH / 2 : EDGE + ((value - least) / span) * (WIDTH - 2 * EDGE));
  const middle = HEIGHT / 2;
  return (
    <svg className={styles.range} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line x1={at(low)} x2={at(high)} y1={middle} y2={middle} />
      <circle cx={at(median)} cy={middle} r={3} />
      <path d={`M${at(real)} ${middle - 5}l4 5-4 5-4-5z`} />
    </svg>
  );
}
