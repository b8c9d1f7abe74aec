import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { getAsset2 } from '../../contracts/asset.calls';
import { api } from '../lib/api';
import type { InstrumentView } from '../../contracts/market.contract';
import { useLoggedIn } from '../lib/session';
import { ladder, type Book } from '../market/book';
import { useBook } from '../market/book-store';
import { orderKeys } from '../market/keys';
import { tickersNow } from '../market/tickers';
import { assetKeys } from '../features/asset/asset.feature';
import type { FormContext } from './order-fields';
import type { OrderProduct } from './product';

/** The account's assets; the account feed keeps them current. */
export function useAssets() {
  return useQuery({ queryKey: assetKeys.balances(), queryFn: () => api.call(getAsset2), enabled: useLoggedIn() });
}

/** Available amounts of the pair in the product's space; zero for what was never held. */
export function useAvailable({ space }: OrderProduct, instrument: InstrumentView): FormContext['available'] {
  const { data } = useAssets();
  return useMemo(() => {
    if (!data) return null;
    const available = (currency: string) =>
      data.rows.find((row) => row.space === space && row.currency === currency)?.available ?? '0';
    return { base: available(instrument.base), quote: available(instrument.quote) };
  }, [data, space, instrument.base, instrument.quote]);
}

/** The market and the account as the form weighs an order against them. */
export function useFormContext(product: OrderProduct, instrument: InstrumentView): FormContext {
  const { book, last } = useSampledMarket(instrument.symbol);
  const available = useAvailable(product, instrument);
  const rates = useRates(product, instrument);
  return useMemo(
    () => ({
      instrument,
      last,
      available,
      rates,
      asks: book ? ladder(book.asks, 'ask', 0n, 100) : [],
      bids: book ? ladder(book.bids, 'bid', 0n, 100) : [],
    }),
    [instrument, last, available, rates, book],
  );
}

const SAMPLE_MS = 500;

interface Sampled {
  symbol: string;
  book: Book | null;
  last: string | null;
}

const sampled = (symbol: string): Sampled => ({
  symbol,
  book: useBook.getState().book,
  last: tickersNow().get(symbol)?.last ?? null,
});

/** Book and last price twice a second: an estimate needs no more, and the fields stay quick while the market races. */
function useSampledMarket(symbol: string): Sampled {
  const [market, setMarket] = useState(() => sampled(symbol));
  useEffect(() => {
    // In the background: what moves on the screen goes before an estimate.
    const look = () =>
      startTransition(() =>
        setMarket((before) => {
          const now = sampled(symbol);
          const same = now.symbol === before.symbol && now.book === before.book && now.last === before.last;
          return same ? before : now;
        }),
      );
    look();
    const timer = setInterval(look, SAMPLE_MS);
    return () => clearInterval(timer);
  }, [symbol]);
  // The first look at another symbol comes after the first drawing: until then nothing is known of it.
  return market.symbol === symbol ? market : { symbol, book: null, last: null };
}

/** The fee rates in force, which the server names with any order. */
function useRates({ preview }: OrderProduct, { symbol, minQuantity }: InstrumentView): FormContext['rates'] {
  const loggedIn = useLoggedIn();
  const { data } = useQuery({
    queryKey: orderKeys.rates(symbol),
    queryFn: () => api.call(preview, { symbol, side: 'buy', type: 'market', quantity: minQuantity }),
    enabled: loggedIn,
    staleTime: 600_000,
  });
  return useMemo(
    () => (data ? { maker: data.feeRateMaker, taker: data.feeRateTaker, band: data.marketBand } : null),
    [data],
  );
}
