import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { useActionText } from '../actions';
import { marksAt, type ActionLetter, type ActionMark } from './action-marks';
import type { PriceChartView } from './use-price-chart';
import styles from './ChartPanel.module.css';

interface ActionLegendProps extends Pick<PriceChartView, 'readings'> {
  marks: readonly ActionMark[];
  quote: string;
}

/**
 * What the letters on the chart mean; while the crosshair is on a candle that has some, by pointer or keys, what each of them is. For a
 * screen reader all of them, with their days.
 */
export function ActionLegend({ marks, readings, quote }: ActionLegendProps) {
  const { t } = useTranslation('chart');
  const dayOf = useDay();
  const here = marksAt(
    marks,
    readings((state) => state.pointedAt),
  );
  if (marks.length === 0) return null;
  const names: Record<ActionLetter, string> = { D: t('mark.dividend'), E: t('mark.earnings'), S: t('mark.split') };
  const letters = [...new Set(marks.map(({ letter }) => letter))].sort();
  return (
    <>
      {here.length === 0 && (
        <p className={styles.marks} aria-hidden="true">
          {letters.map((letter) => (
            <span key={letter}>
              <b>{letter}</b> {names[letter]}
            </span>
          ))}
        </p>
      )}
      <div className={styles.marks} role="status">
        <Suspense fallback={null}>{here.length > 0 && <Worded marks={here} quote={quote} />}</Suspense>
      </div>
      <ul className="hidden-visually" aria-label={t('mark.title')}>
        {marks.map((mark) => (
          <li key={`${mark.at}${mark.letter}`}>
            {names[mark.letter]}, {dayOf(mark)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Worded({ marks, quote }: Pick<ActionLegendProps, 'marks' | 'quote'>) {
  const text = useActionText();
  const dayOf = useDay();
  return marks.map((mark) => (
    <span key={mark.letter}>
      <b>{mark.letter}</b> {text(mark, quote)} · {dayOf(mark)}
    </span>
  ));
}

function useDay(): (mark: ActionMark) => string {
  const { tag } = useFormat();
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  return ({ date }) => day.format(new Date(`${date}T00:00Z`));
}
