import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { ScreenSkeleton } from '../../app/ScreenSkeleton';
import { useBrand } from '../../app/brand';
import { toAmount, format as textOf } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { useMedia } from '../../lib/use-media';
import { useBookFeed } from '../../market/book-store';
import { useInstruments } from '../../market/instruments';
import { useTapeFeed } from '../../market/tape-store';
import { tickersNow, useTickerFeed } from '../../market/tickers';
import { ButtonLink } from '../../ui/Button';
import { Empty, Loadable } from '../../ui/states';
import { DesktopTerminal } from './DesktopTerminal';
import { OrderNews } from '../../orders/OrderNews';
import { PhoneTerminal } from './PhoneTerminal';
import { useOpenOrders } from '../../orders/orders';
import { useChartActions } from '../../market/actions';
import { useAlertLines } from '../../market/alerts';
import type { TerminalProps } from './terminal-store';

const FIRST_SYMBOL = 'BTCUSDT';
const TITLE_MS = 1000;

/** The spot terminal of the symbol in the query. */
export default function SpotScreen() {
  const { t } = useTranslation('spot');
  const [search] = useSearchParams();
  const wanted = search.get('symbol')?.toUpperCase() ?? FIRST_SYMBOL;
  const instruments = useInstruments();
  return (
    <Loadable query={instruments} skeleton={<ScreenSkeleton />}>
      {(all) => {
        const instrument = all.find((each) => each.symbol === wanted);
        if (instrument) return <Terminal instrument={instrument} />;
        return (
          <Empty text={t('unknownSymbol', { symbol: wanted })}>
            <ButtonLink to="/market">{t('picker.title')}</ButtonLink>
          </Empty>
        );
      }}
    </Loadable>
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
  const { data } = useOpenOrders();
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

/** The price in the browser's tab, once a second, for who watches it from another one. */
function usePriceInTitle({ symbol, base, quote, priceDecimals }: InstrumentView): void {
  const format = useFormat();
  const { name } = useBrand();
  useEffect(() => {
    const show = () => {
      const last = tickersNow().get(symbol)?.last;
      const price = last === undefined ? '' : `${format.decimal(last, priceDecimals)} `;
      document.title = `${price}${base}/${quote} · ${name}`;
    };
    show();
    const timer = setInterval(show, TITLE_MS);
    return () => clearInterval(timer);
  }, [symbol, base, quote, priceDecimals, format, name]);
}
