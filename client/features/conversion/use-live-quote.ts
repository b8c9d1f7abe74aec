import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  cancelConversionQuote,
  convert,
  getConversionQuote,
  quoteConversion,
  quoteDust,
} from '../../../contracts/conversion.calls';
import type { ConversionOfferView, ConversionQuoteView, ConversionView } from '../../../contracts/conversion.contract';
import { api, QUIET, RefusalError, toastError } from '../../lib/api';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useOnce } from '../../lib/use-once';
import { onceUnlocked } from '../security/unlock-trading';
import { conversionKeys } from './conversion.feature';
import { useLeft } from './Countdown';
import { endOfMine } from './conversion-form';
import type { QuoteRequest } from './use-preview';

/** The account's quote, with the instant of this browser's clock at which it came. */
type Received = ConversionQuoteView & { receivedAt: number };
export type LiveOffer = ConversionOfferView & { receivedAt: number };
export type LiveQuote = ReturnType<typeof useLiveQuote>;

const received = (view: ConversionQuoteView): Received => ({ ...view, receivedAt: performance.now() });
const show = (view: ConversionQuoteView) => queryClient.setQueryData(conversionKeys.live(), received(view));

/**
 * The one live quote of the account, in whatever tab it was made: get, accept and cancel it, and what became of the one that was
 * seen here.
 */
export function useLiveQuote(onDone: () => void = () => undefined) {
  const [mine, setMine] = useState<string>();
  const [done, setDone] = useState<ConversionView>();
  const [refused, setRefused] = useState<string>();
  const once = useOnce();
  const { busy, run } = useRun(setRefused);
  const query = useQuery({
    queryKey: conversionKeys.live(),
    queryFn: async ({ signal }) => received(await api.call(getConversionQuote, {}, { signal })),
    staleTime: 0,
  });
  const offer = useOffer(query.data);
  const left = useLeft(offer);
  const live = left > 0 ? offer : undefined;
  const liveId = live?.quoteId;
  // While a step is on its way, the account may be heard of before its answer.
  const ending = busy ? undefined : endOfMine(mine, query.data, liveId);
  // A reload finds the quote again; from then on it is the one that was seen here.
  useEffect(() => {
    if (mine === undefined && liveId !== undefined) setMine(liveId);
  }, [mine, liveId]);
  const forget = () => {
    setMine(undefined);
    setDone(undefined);
    setRefused(undefined);
  };
  const get = (request: QuoteRequest | 'dust') =>
    run(async () => {
      forget();
      const made = await onceUnlocked(() =>
        once(JSON.stringify(request), (requestToken) =>
          request === 'dust'
            ? api.call(quoteDust, {}, { ...QUIET, requestToken })
            : api.call(quoteConversion, request, { ...QUIET, requestToken }),
        ),
      );
      setMine(made.quoteId);
      show({ offer: made, last: null });
    });
  const accept = (quoteId: string) =>
    run(async () => {
      const converted = await onceUnlocked(() =>
        once(`convert ${quoteId}`, (requestToken) => api.call(convert, { quoteId }, { ...QUIET, requestToken })),
      );
      setMine(undefined);
      setDone(converted);
      show({ offer: null, last: { quoteId, end: 'converted' } });
      onDone();
    });
  const cancel = (quoteId: string) =>
    run(async () => {
      await api.call(cancelConversionQuote, { quoteId }, QUIET);
      setMine(undefined);
      show({ offer: null, last: { quoteId, end: 'cancelled' } });
    });
  return { live, left, ending, refused, done, busy, get, accept, cancel, forget };
}

/** One object as long as it is the same answer: the countdown begins with it. */
function useOffer(view: Received | undefined): LiveOffer | undefined {
  return useMemo(() => (view?.offer ? { ...view.offer, receivedAt: view.receivedAt } : undefined), [view]);
}

/** One step after the other; a refusal is shown beside the form. */
function useRun(setRefused: (message: string | undefined) => void) {
  const [busy, setBusy] = useState(false);
  const run = async (step: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      await step();
    } catch (error) {
      if (error instanceof RefusalError) setRefused(error.message);
      else toastError(error);
    } finally {
      await queryClient.invalidateQueries(EVERYTHING_OWN);
      setBusy(false);
    }
  };
  return { busy, run };
}
