import { createElement, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import type { OrderView } from '../../contracts/order.contract';
import { toastError } from '../lib/api';
import { useFormat } from '../lib/format';
import { usePreferences } from '../lib/preferences';
import type { ChartLine } from '../market/chart/chart-types';
import { confirm } from '../ui/confirm';
import { MoveQuestion, type OrderEffect } from './MoveQuestion';
import type { OfferKind } from './offers';
import { callsOf, cancelOrder } from './order-calls';
import { leftOf, orderLines, type OrderLine } from './order-lines';
import { useSideName } from './side-name';
import { useSendOrder } from './use-send-order';

/** Own open orders as lines of the chart that can be dragged and taken away. */
export function useOrderLines(orders: readonly OrderView[], { base }: Pick<InstrumentView, 'base'>) {
  const { t } = useTranslation('order');
  const sideOf = useSideName();
  const ofOrders = useMemo(() => orders.flatMap(orderLines), [orders]);
  const lines = ofOrders.map(({ id, order, field, price, moves }): ChartLine => {
    const left = leftOf(order);
    const isTrigger = field !== 'price';
    const size = order.wholePosition ? t('orders.wholePosition') : `${left} ${base}`;
    const name = [sideOf(order), t(`type.${order.type}`), size, ...(isTrigger ? [t(`field.${field}`)] : [])];
    return {
      price,
      side: order.side,
      title: `${isTrigger ? t(`type.${order.type}`) : sideOf(order)} ${order.wholePosition ? size : left}`,
      handle: {
        id,
        kind: 'order',
        name: name.join(' · '),
        drag: moves ? 'move' : 'none',
        closing: `${t('orders.cancel')}: ${name.join(' · ')}`,
      },
    };
  });
  const find = (id: string): OrderLine | undefined => ofOrders.find((line) => line.id === id);
  return { lines, find };
}

/** Amends and cancels orders from their lines: after the question that orders ask, and once however often a line is let go. */
export function useLineOrders(instrument: InstrumentView, Effect: OrderEffect) {
  const { t } = useTranslation('order');
  const send = useSendOrder();
  return {
    move: async (line: OrderLine, price: string): Promise<boolean> => {
      const { symbol, orderId, side } = line.order;
      if (usePreferences.getState().confirmOrders) {
        const body = createElement(MoveQuestion, { line, price, instrument, Effect });
        const label = t('orders.amend');
        if (!(await confirm({ title: `${label} · ${symbol}`, body, confirmLabel: label, kind: side }))) return false;
      }
      try {
        await send(callsOf(symbol).amend, { symbol, orderId, [line.field]: price });
        return true;
      } catch (error) {
        toastError(error);
        return false;
      }
    },
    close: async ({ order }: OrderLine): Promise<void> => void (await cancelOrder(order)),
  };
}

/** How a menu calls an order at a price. */
export function useOfferLabel({ priceDecimals }: Pick<InstrumentView, 'priceDecimals'>) {
  const { t } = useTranslation('order');
  const format = useFormat();
  return (action: string, { type }: OfferKind, price: string): string =>
    t(`offer.${type}`, { action, price: format.decimal(price, priceDecimals) });
}
