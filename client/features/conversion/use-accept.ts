import { useEffect, useRef, useState } from 'react';
import { convert } from '../../../contracts/conversion.calls';
import type { ConversionView } from '../../../contracts/conversion.contract';
import { api, RefusalError, toastError } from '../../lib/api';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useOnce } from '../../lib/use-once';
import { onceUnlocked } from '../security/unlock-trading';
import { leftOf } from './Countdown';
import type { Quote } from './use-quote';

export type Accepting = ReturnType<typeof useAccept>;

/** Accepts the offer once: a click that is repeated after a lost answer carries the same request token. */
export function useAccept(quote: Quote, onDone: () => void) {
  const [done, setDone] = useState<ConversionView>();
  const [moved, setMoved] = useState<string>();
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const newest = useRef(quote);
  useEffect(() => {
    newest.current = quote;
  });
  const refresh = () => {
    setMoved(undefined);
    return quote.refresh();
  };
  const go = async () => {
    const { offer } = quote;
    if (busy || (quote.busy && offer === undefined)) return;
    if (offer === undefined || needsNewQuote(quote, leftOf(offer))) return refresh();
    setBusy(true);
    setMoved(undefined);
    try {
      const view = await onceUnlocked(() =>
        once(offer.quote, (token) =>
          api.call(convert, { quote: offer.quote }, { quietRefusals: true, requestToken: token }),
        ),
      );
      setDone(view);
      quote.forget();
      onDone();
      await queryClient.invalidateQueries(EVERYTHING_OWN);
    } catch (error) {
      const refusal = movedOf(error);
      // Another amount may have been typed meanwhile: then its quote stands there.
      if (refusal === undefined || newest.current.offer?.quote !== offer.quote) toastError(error);
      else {
        setMoved(refusal);
        await newest.current.refresh();
      }
    } finally {
      setBusy(false);
    }
  };
  const forget = () => {
    setDone(undefined);
    setMoved(undefined);
  };
  return { done, moved, busy, go, refresh, forget };
}

/** That the price moved too far for the quote: it stands beside the new one, which needs a second look. */
export const movedOf = (error: unknown): string | undefined =>
  error instanceof RefusalError && error.data?.refusal === 'conversion.price-moved' ? error.message : undefined;

/** The quote has expired or failed: the person can get a new one for the same input. */
export const needsNewQuote = ({ offer, error, refused }: Quote, leftMs: number): boolean =>
  (offer !== undefined && leftMs === 0) || (error !== null && refused === undefined);
