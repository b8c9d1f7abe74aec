import type { Bar } from '../bars';

export const CATEGORIES = ['average', 'trend', 'momentum', 'volatility', 'volume'] as const;
type Category = (typeof CATEGORIES)[number];

/** The parameters of an indicator; the texts are `param.<id>`. */
export interface ParamSpec {
  id: string;
  value: number;
  min: number;
  max: number;
  /** 1 for counts of candles. */
  step: number;
}

/** A line of an indicator. `label` is the field's notation, the same in every language. */
export interface OutputSpec {
  label: string;
  kind: 'line' | 'histogram' | 'dots';
  /** Index into the palette. */
  colour: number;
  /** Candles to the right (or left, when negative) of where it is computed. */
  shift?: (params: readonly number[]) => number;
}

/** One value an output, `null` where there is none yet. */
export type Values = readonly (number | null)[];

/** Takes bars one by one. With `replace` the bar stands in for the one before, as a live candle does. */
export interface Study {
  update(bar: Bar, replace: boolean): Values;
}

interface EntryBase {
  /** Also the key of its name: `indicator.<id>`. */
  id: string;
  category: Category;
  /** Drawn over the price, or in a pane of its own. */
  pane: 'price' | 'own';
  short: string;
  params: readonly ParamSpec[];
  outputs: readonly OutputSpec[];
  /** Two outputs between which the picture is tinted: a cloud or a band. */
  fill?: readonly [number, number];
  /** Dashed lines that the field reads it against. */
  levels?: readonly number[];
}

/** By a running study of the library, or by a function over all bars. */
export type IndicatorEntry = EntryBase &
  (
    | { start: (params: readonly number[]) => Study; compute?: undefined }
    | { compute: (bars: readonly Bar[], params: readonly number[]) => Values[]; start?: undefined }
  );

export const length = (value: number, id = 'length', min = 1, max = 500): ParamSpec => ({
  id,
  value,
  min,
  max,
  step: 1,
});

export const factor = (value: number, id = 'multiplier', min = 0.1, max = 20, step = 0.1): ParamSpec => ({
  id,
  value,
  min,
  max,
  step,
});

export const line = (label: string, colour: number, extra: Partial<OutputSpec> = {}): OutputSpec => ({
  label,
  colour,
  kind: 'line',
  ...extra,
});
