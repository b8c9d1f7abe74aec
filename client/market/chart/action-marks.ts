import { openingBefore } from './fills';

/** What stands above a candle: a dividend, earnings, or a split. */
export type ActionLetter = 'D' | 'E' | 'S';

/** A corporate action that a chart marks, with what its words need; its owner names it by a letter. */
export interface ChartAction {
  readonly letter: ActionLetter;
  /** `YYYY-MM-DD` as the instrument's market counts days. */
  readonly date: string;
  readonly dueAt: number;
  readonly kind: 'dividend' | 'earnings' | 'split' | 'delisting';
  readonly session: 'before-open' | 'after-close' | null;
  readonly perShare: string | null;
  readonly newShares: number | null;
  readonly oldShares: number | null;
}

export interface ActionMark extends ChartAction {
  /** Opening of the candle. */
  readonly at: number;
}

/** Each action at the candle in which it falls due, oldest first; without those before the first candle or after the last one. */
export function actionMarks(
  actions: readonly ChartAction[],
  openings: readonly number[],
  stepMs: number,
): ActionMark[] {
  const end = (openings.at(-1) ?? 0) + stepMs;
  return actions
    .flatMap((action) => {
      const at = openingBefore(openings, action.dueAt);
      return at === undefined || action.dueAt >= end ? [] : [{ ...action, at }];
    })
    .sort((a, b) => a.at - b.at);
}

/** Those at the candle that opens then. */
export const marksAt = (marks: readonly ActionMark[], openAt: number | null): ActionMark[] =>
  marks.filter(({ at }) => at === openAt);
