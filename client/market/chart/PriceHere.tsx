import type { MouseEventParams } from 'lightweight-charts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { perFrame } from '../../lib/frame';
import { Icon } from '../../ui/icons';
import { useAlertOpener } from '../alerts';
import { useDrawing } from './drawings/drawing-store';
import { steppedPrice, type PriceGrid } from './price-steps';
import type { ChartTrading } from './trading';
import type { PriceChartView } from './use-price-chart';
import styles from './PriceHere.module.css';

interface PriceHereProps {
  view: PriceChartView;
  instrument: InstrumentView;
  trading: ChartTrading | undefined;
  onOffers: (price: string, at: { x: number; y: number }, opener: HTMLElement) => void;
}

interface Height {
  /** As read off the chart. */
  read: number;
  /** Pixels from the top of the chart, and from its end. */
  top: number;
  end: number;
}

/** Beside the price scale, at the height of the crosshair: a bell sets an alert there, a plus offers orders. */
export function PriceHere({ view, instrument, trading, onOffers }: PriceHereProps) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const open = useAlertOpener(instrument.symbol);
  const drawing = useDrawing((state) => state.tool !== null);
  const height = useHeight(view);
  const level = height === null ? undefined : steppedPrice(height.read, instrument);
  if (height === null || level === undefined || drawing) return null;
  const named = (text: string, { priceDecimals }: PriceGrid) => ({ price: format.decimal(text, priceDecimals) });
  const wanted = trading && steppedPrice(height.read, trading.grid);
  return (
    <div className={styles.here} style={{ top: height.top, insetInlineEnd: height.end }}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.bell}
        aria-label={t('alertHere', named(level, instrument))}
        title={t('alertHere', named(level, instrument))}
        onClick={() => open(level)}
      >
        <Icon name="bell" size={14} />
      </button>
      {trading && wanted && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.plus}
          aria-label={t('offer.here', named(wanted, trading.grid))}
          title={t('offer.here', named(wanted, trading.grid))}
          aria-haspopup="menu"
          onClick={({ clientX: x, clientY: y }) =>
            view.element.current && onOffers(wanted, { x, y }, view.element.current)
          }
        >
          +
        </button>
      )}
    </div>
  );
}

/** Where a mouse is on the price pane, on the buttons themselves too; or where a finger has put the crosshair. */
function useHeight({ element, chart, state }: PriceChartView): Height | null {
  const [height, setHeight] = useState<Height | null>(null);
  useEffect(() => {
    const around = element.current?.parentElement;
    if (!element.current || !around) return;
    const canvas = element.current;
    let top: number | null = null;
    const show = perFrame(() => {
      const made = chart.current;
      if (made === null || top === null || top < 0 || top > made.chart.paneSize(0).height) return setHeight(null);
      const read = made.main.coordinateToPrice(top) ?? Number.NaN;
      setHeight({ read, top, end: made.chart.priceScale('right').width() });
    });
    const put = (at: number | null) => {
      top = at;
      show();
    };
    let byFinger = false;
    const pressed = ({ pointerType }: PointerEvent) => void (byFinger = pointerType === 'touch');
    const moved = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && canvas.contains(event.target as Node))
        put(event.clientY - canvas.getBoundingClientRect().top);
    };
    const left = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && put(null);
    // A finger that rests on the chart puts a crosshair there, which stays when it is lifted.
    const crossed = ({ point }: MouseEventParams) => byFinger && put(point?.y ?? null);
    const made = chart.current;
    canvas.addEventListener('pointerdown', pressed, true);
    around.addEventListener('pointermove', moved);
    around.addEventListener('pointerleave', left);
    made?.chart.subscribeCrosshairMove(crossed);
    return () => {
      canvas.removeEventListener('pointerdown', pressed, true);
      around.removeEventListener('pointermove', moved);
      around.removeEventListener('pointerleave', left);
      made?.chart.unsubscribeCrosshairMove(crossed);
    };
  }, [element, chart, state]);
  return height;
}
