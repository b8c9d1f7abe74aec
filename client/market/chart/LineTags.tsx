import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { format as textOf, ONE, toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { useAlertMove } from '../alerts';
import { isHeld, type ChartLine, type HeldLine } from './chart-types';
import { LineDrag } from './line-drag';
import { lineStore, type LineStore } from './line-store';
import type { PriceGrid } from './price-steps';
import { tagPlaces } from './tag-places';
import type { ChartTrading } from './trading';
import type { PriceChartView } from './use-price-chart';
import styles from './LineTags.module.css';

const TAG_PX = 22;
const COLUMN_PX = 200;
const COLUMNS_MIN = 2;

interface LineTagsProps {
  view: PriceChartView;
  instrument: InstrumentView;
  lines: readonly ChartLine[];
  trading: ChartTrading | undefined;
}

/** A tag at each line that is a control: it names the line, drags it, walks it by keys and takes it away. */
export function LineTags({ view, instrument, lines, trading }: LineTagsProps) {
  const { t } = useTranslation('chart');
  const store = useMemo(lineStore, []);
  const held = lines.filter(isHeld);
  const gridOf = ({ handle }: HeldLine): PriceGrid =>
    handle.kind === 'alert' ? instrument : (trading?.grid ?? instrument);
  const drag = useLineDrag(view, { instrument, trading, store, gridOf });
  const list = useRef<HTMLUListElement>(null);
  usePlaces(view, { held, store, list });
  if (held.length === 0 || view.state !== 'ready') return null;
  return (
    <ul ref={list} className={styles.tags} aria-label={t('line.list')}>
      {held.map((line) => (
        <Tag
          key={line.handle.id}
          {...{ view, line, trading, store, drag }}
          grid={gridOf(line)}
          quote={instrument.quote}
        />
      ))}
    </ul>
  );
}

interface TagProps {
  view: PriceChartView;
  line: HeldLine;
  trading: ChartTrading | undefined;
  store: LineStore;
  drag: RefObject<LineDrag | null>;
  grid: PriceGrid;
  quote: string;
}

function Tag({ view, line, trading, store, drag, grid, quote }: TagProps) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const { handle, title, side } = line;
  const moved = store((state) => state.prices.get(handle.id));
  const price = moved ?? line.price;
  const estimate = handle.kind === 'alert' ? null : (trading?.estimate(handle.id, price) ?? null);
  const last = trading?.last() ?? view.chart.current?.rows.at(-1)?.[4] ?? null;
  const shown = `${format.decimal(price, grid.priceDecimals)} ${quote}`;
  const distance = moved === undefined || last === null ? null : format.percent(distanceOf(price, last));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && handle.closing !== undefined) void trading?.close(handle.id);
    else if (!drag.current?.key(line, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li className={styles.tag} data-side={side} data-drag={handle.drag} data-moved={moved !== undefined}>
      <span
        className={styles.grip}
        role="spinbutton"
        tabIndex={0}
        aria-label={handle.name}
        aria-valuenow={Number(price)}
        aria-valuetext={[shown, distance, estimate].filter((text) => text !== null).join(', ')}
        aria-readonly={handle.drag === 'none'}
        aria-description={handle.drag === 'none' ? undefined : t(`line.keys.${handle.drag}`)}
        onPointerDown={({ nativeEvent, currentTarget }) => drag.current?.take(line, nativeEvent, currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => drag.current?.leave(line)}
      >
        <span className={styles.name}>{title}</span>
        {moved !== undefined && <b>{format.decimal(price, grid.priceDecimals)}</b>}
        {distance !== null && <span>{distance}</span>}
        {estimate !== null && <span>{estimate}</span>}
      </span>
      {handle.closing !== undefined && (
        <button
          type="button"
          className={styles.close}
          aria-label={handle.closing}
          title={handle.closing}
          onClick={() => void trading?.close(handle.id)}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </li>
  );
}

/** How far a price is from the last one, in per cent of that. */
function distanceOf(price: string, last: string): string {
  const from = toAmount(last);
  return from === 0n ? '0' : textOf(((toAmount(price) - from) * 100n * ONE) / from);
}

interface Dragging {
  instrument: InstrumentView;
  trading: ChartTrading | undefined;
  store: LineStore;
  gridOf: (line: HeldLine) => PriceGrid;
}

function useLineDrag({ element, chart }: PriceChartView, dragging: Dragging): RefObject<LineDrag | null> {
  const { store } = dragging;
  const moveAlert = useAlertMove(dragging.instrument.symbol);
  const drag = useRef<LineDrag | null>(null);
  const latest = useRef({ ...dragging, moveAlert });
  useEffect(() => void (latest.current = { ...dragging, moveAlert }));
  useEffect(() => {
    if (element.current === null) return;
    const made = new LineDrag(element.current, chart, {
      store,
      gridOf: (line) => latest.current.gridOf(line),
      onMoved: ({ handle }, price) => {
        const { moveAlert: move, trading } = latest.current;
        return handle.kind === 'alert'
          ? move(handle.id, price)
          : (trading?.move(handle.id, price) ?? Promise.resolve());
      },
    });
    drag.current = made;
    return () => made.destroy();
  }, [element, chart, store]);
  return drag;
}

interface Placing {
  held: readonly HeldLine[];
  store: LineStore;
  list: RefObject<HTMLUListElement | null>;
}

/** Tags follow their prices at every drawing of the chart, past React. */
function usePlaces({ chart }: PriceChartView, { held, store, list }: Placing): void {
  const latest = useRef(held);
  useLayoutEffect(() => {
    latest.current = held;
    const place = () => {
      if (chart.current !== null && list.current !== null)
        placeTags(chart.current, list.current, heightsOf(chart.current, latest.current, store));
    };
    place();
    const made = chart.current;
    if (made !== null) made.onDrawn = place;
    return store.subscribe(place);
  });
}

type Chart = NonNullable<PriceChartView['chart']['current']>;

const heightsOf = ({ main, hasBars }: Chart, held: readonly HeldLine[], store: LineStore): (number | null)[] =>
  held.map(({ price, handle }) =>
    hasBars ? main.priceToCoordinate(Number(store.getState().prices.get(handle.id) ?? price)) : null,
  );

function placeTags({ chart }: Chart, list: HTMLUListElement, heights: readonly (number | null)[]): void {
  const { width, height } = chart.paneSize(0);
  const columns = Math.max(COLUMNS_MIN, Math.floor(width / COLUMN_PX) - 1);
  const columnWidth = Math.min(COLUMN_PX, (width * 0.9) / COLUMNS_MIN);
  list.style.insetInlineEnd = `${chart.priceScale('right').width()}px`;
  tagPlaces(heights, { height, tagHeight: TAG_PX, columns }).forEach((place, index) => {
    const tag = list.children[index];
    if (!(tag instanceof HTMLElement)) return;
    tag.hidden = place === null;
    if (place === null) return;
    tag.dataset['away'] = String(!place.inSight);
    tag.style.transform = `translate(${-place.column * columnWidth}px, ${place.top - TAG_PX / 2}px)`;
  });
}
