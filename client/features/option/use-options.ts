import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  getOpenOptions,
  getOption,
  getOptionHistory,
  getOptionStanding,
  getOptionTerms,
  quoteOption,
} from '../../../contracts/option.calls';
import { api } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { usePreferences } from '../../lib/preferences';
import { hasStake, type Bet } from './option-form';
import { optionKeys } from './option.feature';

const PAGE = 30;
const TYPING_MS = 350;
const QUOTED_EVERY_MS = 3_000;
const TERMS_EVERY_MS = 10_000;
const WATCHED_EVERY_MS = 1_000;

/** Payouts and chances of every delivery time, and the rules in force. */
export function useTerms(symbol: string) {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: optionKeys.terms(language, symbol),
    queryFn: ({ signal }) => api.call(getOptionTerms, { symbols: symbol, limit: 1 }, { signal }),
    refetchInterval: TERMS_EVERY_MS,
  });
}

/** What the bet in the form would pay and cost: shortly after the last key, and again while it stands there. */
export function useQuote(bet: Bet) {
  const language = usePreferences((state) => state.language);
  const settled = useSettled(bet);
  const isTyping = JSON.stringify(settled) !== JSON.stringify(bet);
  const query = useQuery({
    queryKey: optionKeys.quote(language, bet),
    queryFn: ({ signal }) => api.call(quoteOption, { ...bet }, { signal }),
    enabled: hasStake(bet) && !isTyping,
    refetchInterval: QUOTED_EVERY_MS,
  });
  return query.error === null && hasStake(bet) ? query.data : undefined;
}

function useSettled(bet: Bet): Bet {
  const [settled, settle] = useState(bet);
  useEffect(() => {
    const timer = setTimeout(() => settle(bet), TYPING_MS);
    return () => clearTimeout(timer);
  }, [bet]);
  return settled;
}

/** Options that are not over. While there are any, their price and chance move each second. */
export function useOpenOptions() {
  return useQuery({
    queryKey: optionKeys.open(),
    queryFn: ({ signal }) => api.call(getOpenOptions, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.options.length ? WATCHED_EVERY_MS : false),
  });
}

export function useOptionHistory(filters: Filters) {
  return useInfiniteQuery({
    queryKey: optionKeys.history(filters),
    queryFn: ({ pageParam }) =>
      api.call(getOptionHistory, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useOption(optionId: string) {
  return useQuery({ queryKey: optionKeys.one(optionId), queryFn: () => api.call(getOption, { optionId }) });
}

/** Own totals, limits, pause and what is available. */
export function useStanding() {
  return useQuery({ queryKey: optionKeys.standing(), queryFn: () => api.call(getOptionStanding) });
}
