import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractView, PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { OrderView } from '../../../contracts/order.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import type { ChartLine } from '../../market/chart/chart-types';
import type { ChartTrading, Offer } from '../../market/chart/trading';
import { useTape } from '../../market/tape-store';
import { offersAt, takeOffer } from '../../orders/offers';
import { restingOf } from '../../orders/order-lines';
import { useOpenOrders } from '../../orders/orders';
import { useLineOrders, useOfferLabel, useOrderLines } from '../../orders/use-order-lines';
import { actionOf, positionFor, type Intent } from './contract-form';
import { ContractEffect } from './ContractEffect';
import { useIntent } from './intent-store';
import { orderPnlAt, pnlAt, protectionAt } from './line-estimate';
import type { TerminalProps } from './terminal';
import { useSettings } from './use-contract-form';
import { usePositions } from './use-contracts';
import { useProtection } from './use-protection';

const NONE: readonly PositionView[] = [];

/** Own positions and orders of a contract on the chart and in the book, and what can be done with them from there. */
export function useChartTrading(
  contract: ContractView,
  book: InstrumentView,
): Pick<TerminalProps, 'lines' | 'own' | 'trading'> {
  const { symbol } = contract;
  const { data } = useOpenOrders('contract');
  const all = usePositions().data?.positions ?? NONE;
  const positions = useMemo(() => all.filter((each) => each.symbol === symbol), [all, symbol]);
  const mine = useMemo(() => (data ?? []).filter((order) => order.symbol === symbol), [data, symbol]);
  const own = useMemo(() => restingOf(mine), [mine]);
  const { lines: ofOrders, find } = useOrderLines(mine, book);
  const ofPositions = usePositionLines(positions, book);
  const { mode } = useSettings(contract);
  const protection = useProtection(book);
  const orders = useLineOrders(book, ContractEffect);
  const offers = useOffers(positions, mode, book);
  const estimates = useEstimates(positions);
  const last = () => useTape.getState().trades?.[0]?.price ?? contract.markPrice;
  const trading: ChartTrading = {
    grid: book,
    last,
    estimate: (id, price) => {
      const line = find(id);
      return line === undefined ? estimates.position(id, price) : estimates.order(line.order, price);
    },
    move: async (id, price) => {
      const [line, position] = [find(id), positions.find(({ side }) => id === `entry ${side}`)];
      if (line === undefined) return position !== undefined && protection.out(position, price);
      return line.order.wholePosition ? protection.move(line.order, price) : orders.move(line, price);
    },
    close: async (id) => {
      const line = find(id);
      if (line?.order.wholePosition) await protection.remove(line.order);
      else if (line !== undefined) await orders.close(line);
    },
    offers: (price) => offers(price, last()),
  };
  return { lines: [...ofPositions, ...ofOrders], own, trading };
}

/** The entry, out of which a take-profit or a stop can be dragged, and the liquidation price, which stays. */
function usePositionLines(positions: readonly PositionView[], { base }: InstrumentView): ChartLine[] {
  const { t } = useTranslation('contract');
  return positions.flatMap(({ side, quantity, entryPrice, liquidationPrice }): ChartLine[] => {
    const position = `${t(`side.${side}`)} ${quantity}`;
    const entry: ChartLine = {
      side: side === 'long' ? 'buy' : 'sell',
      price: entryPrice,
      title: position,
      handle: {
        id: `entry ${side}`,
        kind: 'position',
        name: `${position} ${base} · ${t('column.entry')}`,
        drag: 'copy',
      },
    };
    if (liquidationPrice === null) return [entry];
    const title = `${t('column.liquidation')} · ${t(`side.${side}`)}`;
    const end: ChartLine = {
      side: 'alert',
      price: liquidationPrice,
      title,
      handle: { id: `liquidation ${side}`, kind: 'position', name: title, drag: 'none' },
    };
    return [entry, end];
  });
}

/** Estimates beside the lines: at the entry what is open now, at the liquidation price the margin, elsewhere what closing there brings. */
function useEstimates(positions: readonly PositionView[]) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const usdt = (text: string) => `${toAmount(text) > 0n ? '+' : ''}${format.amount(text, 2, 2)} USDT`;
  return {
    order: (order: OrderView, price: string): string | null => {
      const pnl = orderPnlAt(order, price, positions);
      return pnl === null ? null : `≈ ${usdt(pnl)}`;
    },
    position: (id: string, price: string): string | null => {
      const position = positions.find(({ side }) => id.endsWith(` ${side}`));
      if (position === undefined) return null;
      if (id.startsWith('liquidation')) return `≈ ${usdt(`-${position.margin}`)}`;
      if (toAmount(price) === toAmount(position.entryPrice)) return usdt(position.unrealisedPnl);
      const type = protectionAt(position, price);
      return type === null ? null : `${t(`type.${type}`)} ≈ ${usdt(pnlAt(position, price))}`;
    },
  };
}

/** In hedge mode an order at a price may close a position there as well as open one. */
function useOffers(positions: readonly PositionView[], mode: Intent['mode'], book: InstrumentView) {
  const { t } = useTranslation('contract');
  const labelOf = useOfferLabel(book);
  return (price: string, last: string | null): readonly Offer[] =>
    offersAt(price, last).flatMap((kind) => {
      const opening: Intent = { mode, action: 'open', reduceOnly: false, side: kind.side };
      const closing: Intent = { ...opening, action: 'close', reduceOnly: true };
      const closes = mode === 'hedge' && positionFor(positions, book.symbol, closing) !== undefined;
      return [opening, ...(closes ? [closing] : [])].map((intent): Offer => {
        const action = actionOf(intent);
        return {
          key: `${action} ${kind.type}`,
          side: kind.side,
          label: labelOf(t(`action.${action}`), kind, price),
          take: () => {
            useIntent.getState().set({ action: intent.action, reduceOnly: false });
            takeOffer(kind, price);
          },
        };
      });
    });
}
