import { memo, useMemo, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { useSize } from '../../lib/use-size';
import { useAllTickers, useTicker, useTickerFeed } from '../../market/tickers';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { layOut, shadeOf, type Grouping, type MapTile } from './heat-map';
import { pageOf } from './market-cells';
import styles from './HeatMap.module.css';

/** Sizes change only at intervals, so that tiles do not jump; colours follow every tick. */
const RESIZE_MS = 60_000;
/** Below this size in pixels text is unreadable; the tile then has only its colour and a tooltip. */
const LEAST_TEXT = 8;

interface HeatMapProps {
  instruments: InstrumentView[];
  grouping: Grouping;
  /** Shows one class or sector alone. */
  onGroup: (group: string) => void;
}

/** The market as areas: size is the turnover of 24 hours, colour the change; by class or sector when there are several. */
export default function HeatMap({ instruments, grouping, onGroup }: HeatMapProps) {
  const { t } = useTranslation('market');
  const [box, { width, height }] = useSize<HTMLDivElement>();
  const tickers = useAllTickers(RESIZE_MS);
  const turnover = useMemo(
    () => tickers.data && new Map(tickers.data.map(({ symbol, quoteVolume24h }) => [symbol, Number(quoteVolume24h)])),
    [tickers.data],
  );
  const { tiles, groups } = useMemo(
    () => layOut(turnover ? instruments : [], (symbol) => turnover?.get(symbol) ?? 0, { width, height }, grouping),
    [instruments, turnover, width, height, grouping],
  );
  useTickerFeed(tiles.map((tile) => tile.item.symbol));
  const onKeyDown = useArrows();
  return (
    <section className={styles.panel} aria-label={t('map.title')}>
      <div className={styles.box} ref={box}>
        <Loadable
          query={tickers}
          skeleton={<Skeleton rows={12} height={34} />}
          isEmpty={() => width > 0 && tiles.length === 0}
          empty={<Empty text={t('empty')} />}
        >
          {() => null}
        </Loadable>
        {groups.map(({ item, ...at }) => (
          <h2 key={item} className={styles.group} style={place(at)}>
            <button type="button" onClick={() => onGroup(item)}>
              {t(grouping === 'class' ? `category.${item}` : `sector.${item}`)}
            </button>
          </h2>
        ))}
        <ul onKeyDown={onKeyDown}>
          {tiles.map((tile, at) => (
            <Area key={tile.item.symbol} tile={tile} first={at === 0} />
          ))}
        </ul>
      </div>
      <Legend shown={tiles.length} all={instruments.length} />
    </section>
  );
}

/** A tile says its figures to a screen reader too: the map is a list of links, largest first. */
const Area = memo(function Area({ tile, first }: { tile: MapTile; first: boolean }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const ticker = useTicker(tile.item.symbol);
  const { symbol, base, name } = tile.item;
  const change = ticker ? format.percent(ticker.changePct) : '–';
  const turnover = ticker ? format.compact(ticker.quoteVolume24h) : '–';
  const shade = shadeOf(ticker?.changePct);
  const size = Math.min(28, 5 + Math.sqrt(tile.width * tile.height) / 7.5, (tile.width - 6) / (base.length * 0.74));
  const named = size >= LEAST_TEXT && tile.height > LEAST_TEXT * 1.5;
  return (
    <li style={place(tile)}>
      <Link
        to={pageOf(symbol)}
        tabIndex={first ? 0 : -1}
        className={styles.tile}
        data-shade={shade}
        style={{ '--size': `${Math.max(LEAST_TEXT, size)}px` } as CSSProperties}
        title={`${name} · ${change} · ${turnover}`}
      >
        <b className={cx(!named && 'hidden-visually')}>{base}</b>{' '}
        <span className={cx(!(named && tile.height > size * 1.2 + 14 && tile.width > 42) && 'hidden-visually')}>
          {change}
        </span>
        <span className="hidden-visually">, {t('map.tile', { name, turnover })}</span>
      </Link>
    </li>
  );
});

function Legend({ shown, all }: { shown: number; all: number }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const steps = [-3, -2, -1, 0, 1, 2, 3];
  return (
    <div className={styles.legend}>
      <p>
        {t('map.explained')} {shown < all && t('map.left', { count: all - shown })}
      </p>
      <ol aria-label={t('map.scale')}>
        {steps.map((step) => (
          <li key={step} data-shade={step}>
            {format.percent(String([-5, -2, -0.1, 0, 0.1, 2, 5][step + 3]))}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** One tab stop; the arrow keys walk through the tiles in the order of their size. */
function useArrows() {
  return (event: KeyboardEvent<HTMLUListElement>) => {
    const links = [...event.currentTarget.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? links.length - 1 : step && at + step;
    const link = next === undefined ? undefined : links[next];
    if (link === undefined) return;
    event.preventDefault();
    links[at]?.setAttribute('tabindex', '-1');
    link.setAttribute('tabindex', '0');
    link.focus();
  };
}

const place = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): CSSProperties => ({
  left: x,
  top: y,
  width,
  height,
});
