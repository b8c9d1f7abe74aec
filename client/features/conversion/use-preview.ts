import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewConversion } from '../../../contracts/conversion.calls';
import { toAmount } from '../../../shared/money';
import { api, RefusalError } from '../../lib/api';
import { conversionKeys } from './conversion.feature';
import { current } from './market-buy';

const TYPING_MS = 450;
const PREVIEWED_EVERY_MS = 5_000;

export interface QuoteRequest {
  from: string;
  to: string;
  amount: string;
}

export type Preview = ReturnType<typeof usePreview>;

/** What a quote for the form would say: asked for shortly after the last key, and again while it stands there. It binds nobody. */
export function usePreview(request: QuoteRequest) {
  const { from, to, amount } = request;
  const isTyping = useTyping(`${from} ${to} ${amount}`);
  const empty = toAmount(amount || '0') === 0n;
  const query = useQuery({
    queryKey: conversionKeys.preview(from, to, amount),
    queryFn: ({ signal }) => api.call(previewConversion, { from, to, amount }, { signal }),
    enabled: !empty && !isTyping,
    refetchInterval: PREVIEWED_EVERY_MS,
  });
  const { data, error } = current(query);
  const there = empty || isTyping ? undefined : data;
  return {
    preview: there,
    busy: !empty && (isTyping || query.isLoading),
    error: isTyping ? null : error,
    refused: !isTyping && error instanceof RefusalError ? error.message : undefined,
  };
}

/** Whether a text changed a moment ago. */
function useTyping(text: string): boolean {
  const [settled, settle] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => settle(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled !== text;
}
