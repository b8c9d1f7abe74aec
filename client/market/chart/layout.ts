import { PERIODS, type Period } from '../../../contracts/market.contract';
import { TOOLS, type ToolId } from './drawings/tools';

export const LOOKS = ['candles', 'hollow', 'bars', 'heikin', 'line', 'area'] as const;
export type Look = (typeof LOOKS)[number];
export const SCALES = ['normal', 'log', 'percent'] as const;
export type Scale = (typeof SCALES)[number];

/** What one browser may keep; beyond it the oldest goes, or nothing more is taken. */
export const LIMITS = {
  instruments: 40,
  indicators: 12,
  compared: 3,
  drawings: 100,
  named: 20,
  nameLength: 40,
  textLength: 120,
  favourites: 60,
} as const;

/** What of a candle an indicator reads that takes one figure of each. */
export const SOURCES = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const;
export type Source = (typeof SOURCES)[number];

export interface IndicatorChoice {
  /** Its own, because one indicator may be there twice. */
  key: string;
  id: string;
  params: number[];
  /** Index into the palette, an output each. */
  colours: number[];
  source: Source;
  hidden: boolean;
}

/** A place on the chart: an instant in milliseconds and a price, so that it stays when period or zoom change. */
export interface Anchor {
  at: number;
  price: number;
}

export interface Drawing {
  key: string;
  tool: ToolId;
  anchors: Anchor[];
  /** Index into the palette. */
  colour: number;
  text: string;
}

/** How candles are shown: what a named layout keeps and another instrument can take over. */
export interface Setup {
  period: Period;
  look: Look;
  scale: Scale;
  volume: boolean;
  indicators: IndicatorChoice[];
}

/** A saved chart layout. */
export interface ChartLayout extends Setup {
  compared: string[];
  drawings: Drawing[];
}

export interface NamedLayout {
  name: string;
  setup: Setup;
}

export const FRESH: ChartLayout = {
  period: '15m',
  look: 'candles',
  scale: 'normal',
  volume: true,
  indicators: [],
  compared: [],
  drawings: [],
};

export const setupOf = ({ period, look, scale, volume, indicators }: Setup): Setup => ({
  period,
  look,
  scale,
  volume,
  indicators,
});

type Loose = Record<string, unknown>;
const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const recordsIn = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isNumber) : []);

function oneOf<Value extends string>(known: readonly Value[], value: unknown, otherwise: Value): Value {
  return known.find((each) => each === value) ?? otherwise;
}

/** What the browser kept, as far as it still makes sense: storage is edited by extensions, versions and people. */
export function readLayout(kept: unknown): ChartLayout {
  if (!isRecord(kept)) return FRESH;
  return {
    ...readSetup(kept),
    compared: textsIn(kept['compared']).slice(0, LIMITS.compared),
    drawings: recordsIn(kept['drawings']).flatMap(readDrawing).slice(0, LIMITS.drawings),
  };
}

export function readSetup(kept: unknown): Setup {
  const from = isRecord(kept) ? kept : {};
  return {
    period: oneOf(PERIODS, from['period'], FRESH.period),
    look: oneOf(LOOKS, from['look'], FRESH.look),
    scale: oneOf(SCALES, from['scale'], FRESH.scale),
    volume: from['volume'] !== false,
    indicators: recordsIn(from['indicators']).flatMap(readIndicator).slice(0, LIMITS.indicators),
  };
}

function readIndicator(kept: Loose): IndicatorChoice[] {
  const { key, id } = kept;
  if (typeof key !== 'string' || typeof id !== 'string') return [];
  const [params, colours] = [numbersIn(kept['params']), numbersIn(kept['colours'])];
  const source = oneOf(SOURCES, kept['source'], 'close');
  return [{ key, id, params, colours, source, hidden: kept['hidden'] === true }];
}

function readDrawing(kept: Loose): Drawing[] {
  const tool = TOOLS.find((each) => each.id === kept['tool']);
  const anchors = recordsIn(kept['anchors']).flatMap(({ at, price }) =>
    isNumber(at) && isNumber(price) ? [{ at, price }] : [],
  );
  if (tool === undefined || anchors.length !== tool.anchors || typeof kept['key'] !== 'string') return [];
  const text = typeof kept['text'] === 'string' ? kept['text'].slice(0, LIMITS.textLength) : '';
  return [{ key: kept['key'], tool: tool.id, anchors, colour: isNumber(kept['colour']) ? kept['colour'] : 0, text }];
}

export function readNamed(kept: unknown): NamedLayout[] {
  return recordsIn(kept)
    .flatMap(({ name, setup }) => (typeof name === 'string' && name !== '' ? [{ name, setup: readSetup(setup) }] : []))
    .slice(0, LIMITS.named);
}

/** The layouts of many instruments with one more, the longest unused let go. */
export function withLayout(
  layouts: Readonly<Record<string, ChartLayout>>,
  symbol: string,
  layout: ChartLayout,
): Record<string, ChartLayout> {
  const others = Object.entries(layouts).filter(([each]) => each !== symbol);
  return Object.fromEntries([...others.slice(-(LIMITS.instruments - 1)), [symbol, layout]]);
}
