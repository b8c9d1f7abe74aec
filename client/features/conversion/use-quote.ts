import { useCallback, useEffect, useRef, useState } from 'react';
import { quoteConversion } from '../../../contracts/conversion.calls';
import type { ConversionQuoteView } from '../../../contracts/conversion.contract';
import { api, QUIET, RefusalError } from '../../lib/api';
import { toAmount } from '../../../shared/money';

const TYPING_MS = 450;

export interface QuoteRequest {
  from: string;
  to: string;
  amount: string;
}

/** An offer with the instant of this browser's clock at which it came. */
export type Offer = ConversionQuoteView & { receivedAt: number };

export type Quote = ReturnType<typeof useQuote>;

/**
 * The quote for the form: fetched shortly after the last key, and again by `refresh`. An answer that was overtaken by another
 * request is dropped.
 */
export function useQuote({ from, to, amount }: QuoteRequest) {
  const [offer, setOffer] = useState<Offer>();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);
  const empty = toAmount(amount || '0') === 0n;

  const refresh = useCallback(async () => {
    const turn = (latest.current += 1);
    setBusy(true);
    try {
      const quote = await api.call(quoteConversion, { from, to, amount }, QUIET);
      if (turn === latest.current) {
        setOffer({ ...quote, receivedAt: performance.now() });
        setError(null);
      }
    } catch (problem) {
      if (turn === latest.current) {
        setOffer(undefined);
        setError(problem);
      }
    } finally {
      if (turn === latest.current) setBusy(false);
    }
  }, [from, to, amount]);

  const forget = useCallback(() => {
    latest.current += 1;
    setOffer(undefined);
    setError(null);
    setBusy(false);
  }, []);

  useEffect(() => {
    forget();
    if (empty) return;
    setBusy(true);
    const timer = setTimeout(() => void refresh(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [refresh, forget, empty]);

  return { offer, busy, refresh, forget, error, refused: error instanceof RefusalError ? error.message : undefined };
}
