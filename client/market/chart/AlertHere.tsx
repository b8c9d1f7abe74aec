import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { perFrame } from '../../lib/frame';
import { Icon } from '../../ui/icons';
import { useAlertMove, useAlertOpener } from '../alerts';
import { AlertDrag } from './alert-drag';
import { useDrawing } from './drawings/drawing-store';
import { steppedPrice } from './price-steps';
import type { PriceChartView } from './use-price-chart';
import styles from './AlertHere.module.css';

interface AlertHereProps {
  view: PriceChartView;
  instrument: InstrumentView;
}

interface Height {
  price: string;
  /** Pixels from the top of the chart, and from its end. */
  top: number;
  end: number;
}

/** A bell beside the price scale, at the height of a mouse, and lines of alerts that can be dragged. */
export function AlertHere({ view, instrument }: AlertHereProps) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const open = useAlertOpener(instrument.symbol);
  const drawing = useDrawing((state) => state.tool !== null);
  const height = useHeight(view, instrument);
  useAlertDrag(view, instrument);
  if (height === null || drawing) return null;
  const price = format.decimal(height.price, instrument.priceDecimals);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.bell}
      style={{ top: height.top, insetInlineEnd: height.end }}
      aria-label={t('alertHere', { price })}
      title={t('alertHere', { price })}
      onClick={() => open(height.price)}
    >
      <Icon name="bell" size={14} />
    </button>
  );
}

/** Where a mouse is on the price pane; on the bell itself it stays where it was. */
function useHeight({ element, chart }: PriceChartView, instrument: InstrumentView): Height | null {
  const [height, setHeight] = useState<Height | null>(null);
  const latest = useRef(instrument);
  useEffect(() => void (latest.current = instrument));
  useEffect(() => {
    const around = element.current?.parentElement;
    if (!element.current || !around) return;
    const canvas = element.current;
    let at: PointerEvent | null = null;
    const show = perFrame(() => {
      const made = chart.current;
      if (made === null || at === null) return setHeight(null);
      const box = canvas.getBoundingClientRect();
      const top = at.clientY - box.top;
      const price = steppedPrice(made.main.coordinateToPrice(top) ?? Number.NaN, latest.current);
      const inside = top >= 0 && top <= made.chart.paneSize(0).height;
      setHeight(inside && price !== undefined ? { price, top, end: made.chart.priceScale('right').width() } : null);
    });
    const moved = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !canvas.contains(event.target as Node)) return;
      at = event;
      show();
    };
    const left = () => {
      at = null;
      show();
    };
    around.addEventListener('pointermove', moved);
    around.addEventListener('pointerleave', left);
    return () => {
      around.removeEventListener('pointermove', moved);
      around.removeEventListener('pointerleave', left);
    };
  }, [element, chart]);
  return height;
}

function useAlertDrag({ element, chart }: PriceChartView, instrument: InstrumentView): void {
  const move = useAlertMove(instrument.symbol);
  const latest = useRef({ instrument, move });
  useEffect(() => void (latest.current = { instrument, move }));
  useEffect(() => {
    if (element.current === null) return;
    const drag = new AlertDrag(element.current, chart, {
      step: (price) => steppedPrice(price, latest.current.instrument),
      onMoved: (alertId, price) => latest.current.move(alertId, price),
    });
    return () => drag.destroy();
  }, [element, chart]);
}
