import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { toAmount, format as textOf } from '../../../shared/money';
import { useMedia } from '../../lib/use-media';
import { ChosenInstrument, usePriceInTitle } from '../../market/ChosenInstrument';
import { useBookFeed } from '../../market/book-store';
import { useTapeFeed } from '../../market/tape-store';
import { useTickerFeed } from '../../market/tickers';
import { DesktopTerminal } from './DesktopTerminal';
import { OrderNews } from '../../orders/OrderNews';
import { PhoneTerminal } from './PhoneTerminal';
import { useOpenOrders } from '../../orders/orders';
import { useChartActions } from '../../market/actions';
import { useAlertLines } from '../../market/alerts';
import type { TerminalProps } from './terminal-store';

const FIRST_SYMBOL = 'BTCUSDT';

/** The spot terminal of the symbol in the query. */
export default function SpotScreen() {
  return (
    <ChosenInstrument first={FIRST_SYMBOL}>{(instrument) => <Terminal instrument={instrument} />}</ChosenInstrument>
  );
}

function Terminal({ instrument }: { instrument: InstrumentView }) {
  useTickerFeed([instrument.symbol]);
  useBookFeed(instrument.symbol);
  useTapeFeed(instrument.symbol);
  usePriceInTitle(instrument);
  const phone = useMedia('(max-width: 899px)');
  const { lines, own } = useOwnLines(instrument.symbol);
  const alerts = useAlertLines(instrument.symbol);
  const actions = useChartActions(instrument);
  const props = { instrument, lines: [...lines, ...alerts], own, actions };
  return (
    <>
      {phone ? <PhoneTerminal {...props} /> : <DesktopTerminal {...props} />}
      <OrderNews />
    </>
  );
}

function useOwnLines(symbol: string): Pick<TerminalProps, 'lines' | 'own'> {
  const { t } = useTranslation(['spot', 'order']);
  const { data } = useOpenOrders('spot');
  return useMemo(() => {
    const mine = (data ?? []).filter((order) => order.symbol === symbol && (order.price ?? order.stopPrice) !== null);
    return {
      lines: mine.map((order) => ({
        price: order.price ?? order.stopPrice ?? '0',
        side: order.side,
        title: `${t(`order:side.${order.side}`)} ${textOf(toAmount(order.quantity) - toAmount(order.filledQuantity))}`,
      })),
      own: mine
        .filter((order) => order.price !== null && !order.untriggered)
        .map((order) => ({
          side: order.side,
          price: order.price ?? '0',
          quantity: textOf(toAmount(order.quantity) - toAmount(order.filledQuantity)),
        })),
    };
  }, [data, symbol, t]);
}
