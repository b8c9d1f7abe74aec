import { useTranslation } from 'react-i18next';
import type { FundView } from '../../../contracts/fund.contract';
import { format, toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { pathThrough, rangeOf, type Point } from './chart-path';
import styles from './Fund.module.css';

const [WIDTH, HEIGHT] = [600, 180];

/** The basket beside its benchmark over a year of past prices, and the values that were struck. */
export function Chart({ fund }: { fund: Pick<FundView, 'level' | 'facts' | 'navs'> }) {
  const { t } = useTranslation('fund');
  const { level, facts, navs } = fund;
  return (
    <section className={styles.card} aria-labelledby="fund-chart">
      <h2 id="fund-chart">{t('chart.title')}</h2>
      <Lines
        lines={[
          { name: t(`level.${level}`), points: facts.series, kind: 'fund' },
          { name: facts.benchmark, points: facts.benchmarkSeries, kind: 'benchmark' },
        ]}
      />
      {navs.length > 1 && <Lines lines={[{ name: t('chart.struck'), points: navs, kind: 'fund' }]} />}
    </section>
  );
}

interface Line {
  name: string;
  points: readonly Point[];
  kind: 'fund' | 'benchmark';
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('fund');
  const numbers = useFormat();
  const range = rangeOf(lines.flatMap(({ points }) => points));
  const named = lines.map((line) => {
    const [first, last] = [line.points[0]?.value ?? '1', line.points.at(-1)?.value ?? '1'];
    const change = format(((toAmount(last) - toAmount(first)) * 10n ** 18n) / toAmount(first));
    return { ...line, text: t('chart.line', { name: line.name, change: numbers.share(change, 2) }) };
  });
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={named.map(({ text }) => text).join(', ')}
      >
        {named.map(({ name, points, kind }) => (
          <path key={name} data-line={kind} d={pathThrough(points, range, WIDTH, HEIGHT)} />
        ))}
      </svg>
      <figcaption>
        {named.map(({ name, kind, text }) => (
          <span key={name} data-line={kind}>
            {text}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
