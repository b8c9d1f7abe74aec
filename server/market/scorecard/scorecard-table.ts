import type { ScorecardRow, ScorecardView } from '../../../contracts/scorecard.calls.js';

/** The scorecard in Markdown, as docs/model-card.md has it. */
export function scorecardTable({ years, seeds, rows }: ScorecardView): string[] {
  return [
    `### Beside real markets: daily returns of ${years} years, ${seeds} seeds`,
    '',
    '| of | figure | real | model, median | nine of ten seeds | distance | near |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(tableRow),
  ];
}

function tableRow({ subject, measure, real, median, low, high, near }: ScorecardRow): string {
  const text = (value: number): string => value.toFixed(measure === 'kurtosis' ? 1 : 2);
  const cells = [subject, measure, text(real), text(median), `${text(low)} to ${text(high)}`, text(median - real)];
  return `| ${[...cells, near ? 'yes' : 'no'].join(' | ')} |`;
}
