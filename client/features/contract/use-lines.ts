import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { format as textOf, toAmount } from '../../../shared/money';
import type { ChartLine } from '../../market/chart/chart-types';
import { useOpenOrders } from '../../orders/orders';
import type { TerminalProps } from './terminal';
import { usePositions } from './use-contracts';

/** Entry and liquidation prices of own positions and own open orders, as lines on the chart and marks in the book. */
export function useContractLines(symbol: string): Pick<TerminalProps, 'lines' | 'own'> {
  const { t } = useTranslation(['contract', 'order']);
  const orders = useOpenOrders('contract').data;
  const positions = usePositions().data?.positions;
  return useMemo(() => {
    const held = (positions ?? []).filter((each) => each.symbol === symbol);
    const ofPositions = held.flatMap(({ side, quantity, entryPrice, liquidationPrice }): ChartLine[] => {
      const own = { side: side === 'long' ? ('buy' as const) : ('sell' as const) };
      const name = t(`side.${side}`);
      const entry = { ...own, price: entryPrice, title: `${name} ${quantity}` };
      const end: ChartLine[] =
        liquidationPrice === null
          ? []
          : [{ side: 'alert', price: liquidationPrice, title: `${t('column.liquidation')} · ${name}` }];
      return [entry, ...end];
    });
    const mine = (orders ?? []).filter((order) => order.symbol === symbol && (order.price ?? order.stopPrice) !== null);
    const left = (order: (typeof mine)[number]) => textOf(toAmount(order.quantity) - toAmount(order.filledQuantity));
    const ofOrders = mine.map((order): ChartLine => {
      const price = order.price ?? order.stopPrice ?? '0';
      return { price, side: order.side, title: `${t(`order:side.${order.side}`)} ${left(order)}` };
    });
    const resting = mine.filter((order) => order.price !== null && !order.untriggered);
    return {
      lines: [...ofPositions, ...ofOrders],
      own: resting.map((order) => ({ side: order.side, price: order.price ?? '0', quantity: left(order) })),
    };
  }, [orders, positions, symbol, t]);
}
