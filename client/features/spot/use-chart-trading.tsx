import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { ChartTrading, Offer } from '../../market/chart/trading';
import { tickersNow } from '../../market/tickers';
import { offersAt, takeOffer } from '../../orders/offers';
import { restingOf } from '../../orders/order-lines';
import { useOpenOrders } from '../../orders/orders';
import { useLineOrders, useOfferLabel, useOrderLines } from '../../orders/use-order-lines';
import { SpotEffect } from './SpotEffect';
import type { TerminalProps } from './terminal-store';

/** Own orders of a pair as lines of the chart, marks in the book, and what can be done with them from the chart. */
export function useChartTrading(instrument: InstrumentView): Pick<TerminalProps, 'lines' | 'own' | 'trading'> {
  const { data } = useOpenOrders('spot');
  const mine = useMemo(() => (data ?? []).filter(({ symbol }) => symbol === instrument.symbol), [data, instrument]);
  const own = useMemo(() => restingOf(mine), [mine]);
  const { lines, find } = useOrderLines(mine, instrument);
  const orders = useLineOrders(instrument, SpotEffect);
  const offers = useOffers(instrument);
  const last = () => tickersNow().get(instrument.symbol)?.last ?? null;
  const trading: ChartTrading = {
    grid: instrument,
    last,
    estimate: () => null,
    move: async (id, price) => {
      const line = find(id);
      return line !== undefined && orders.move(line, price);
    },
    close: async (id) => {
      const line = find(id);
      if (line !== undefined) await orders.close(line);
    },
    offers: (price) => offers(price, last()),
  };
  return { lines, own, trading };
}

function useOffers(instrument: InstrumentView): (price: string, last: string | null) => readonly Offer[] {
  const { t } = useTranslation('order');
  const labelOf = useOfferLabel(instrument);
  return (price, last) =>
    offersAt(price, last).map((kind) => ({
      key: `${kind.side} ${kind.type}`,
      side: kind.side,
      label: labelOf(t(`side.${kind.side}`), kind, price),
      take: () => takeOffer(kind, price),
    }));
}
