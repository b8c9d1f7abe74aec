import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { CallInput } from '../../../contracts/call.contract';
import { previewContractOrder } from '../../../contracts/contract.calls';
import type { ContractOrderPreview, ContractsView, ContractView } from '../../../contracts/contract.contract';
import { worstRate } from '../../../shared/fees';
import { toAmount } from '../../../shared/money';
import { api } from '../../lib/api';
import { useLoggedIn } from '../../lib/session';
import { useTape } from '../../market/tape-store';
import { useAssets } from '../../orders/use-form-context';
import type { Intent, SizeTerms } from './contract-form';
import { contractKeys } from './contract.feature';
import { leverageMaxOf, tablesOf } from './margin-preview';
import { usePositions } from './use-contracts';

const SETTLED_MS = 350;
const PREVIEWED_EVERY_MS = 3_000;
const SAMPLE_MS = 500;
const RATES_MS = 600_000;
/** Of a contract for which nothing was chosen, where so much is allowed. */
const USUAL_LEVERAGE = 10;

/** How the contract is set: its position mode, and the leverage that new orders open by. */
export function useSettings(contract: Pick<ContractView, 'symbol' | 'brackets' | 'coming'>) {
  const { data } = usePositions();
  const chosen = data?.settings.find((each) => each.symbol === contract.symbol);
  const usual = Math.min(USUAL_LEVERAGE, leverageMaxOf(contract));
  return {
    mode: chosen?.mode ?? ('hedge' as const),
    leverage: chosen?.leverage ?? usual,
    quizPassed: data?.quizPassed ?? false,
  };
}

/** What the account space of the contract has, in USDT; `null` until it is known. */
export function useMargin({ space }: Pick<ContractView, 'space'>): string | null {
  const { data } = useAssets();
  if (data === undefined) return null;
  return data.rows.find((row) => row.space === space && row.currency === 'USDT')?.available ?? '0';
}

/** The last trade twice a second: a form needs no more, and its fields stay quick while the market races. */
export function useSampledLast(symbol: string): string | null {
  const [last, sample] = useState(lastNow);
  useEffect(() => {
    sample(lastNow());
    const timer = setInterval(() => sample(lastNow()), SAMPLE_MS);
    return () => clearInterval(timer);
  }, [symbol]);
  return last;
}

/** A contract has no ticker: its tape has the last price. */
const lastNow = (): string | null => useTape.getState().trades?.[0]?.price ?? null;

/** What the account's orders would cost and how far market orders reach, once the server has named it. */
function useNamedRates({ symbol, minQuantity }: ContractView, mode: Intent['mode']) {
  const positionSide = mode === 'hedge' ? ('long' as const) : ('both' as const);
  const { data } = useQuery({
    queryKey: contractKeys.rates(symbol),
    queryFn: () =>
      api.call(previewContractOrder, { symbol, side: 'buy', positionSide, type: 'market', quantity: minQuantity }),
    enabled: useLoggedIn(),
    staleTime: RATES_MS,
  });
  return data;
}

/** The fees of the account; `null` for a visitor, and until they are known. */
export function useOwnRates(
  contract: ContractView,
  { mode }: { mode: Intent['mode'] },
): { maker: string; taker: string } | null {
  const named = useNamedRates(contract, mode);
  return named === undefined ? null : { maker: named.feeRateMaker, taker: named.feeRateTaker };
}

/** What the account pays for closing at the market; the lowest tier's rate until its own is known. */
export function useClosingRate(contract: ContractView, { takerRate }: Pick<ContractsView, 'takerRate'>): string {
  return useOwnRates(contract, useSettings(contract))?.taker ?? takerRate;
}

/** What a size is reckoned by, once the server has named the account's rates; `null` before. */
export function useSizeTerms(
  contract: ContractView,
  { mode, leverage }: { mode: Intent['mode']; leverage: number },
): SizeTerms | null {
  const named = useNamedRates(contract, mode);
  return useMemo(() => {
    if (named === undefined || contract.markPrice === null) return null;
    return {
      mark: toAmount(contract.markPrice),
      band: toAmount(named.marketBand),
      rate: worstRate(toAmount(named.feeRateMaker), toAmount(named.feeRateTaker)),
      leverage,
      tables: tablesOf(contract),
    };
  }, [named, leverage, contract]);
}

type PreviewBody = CallInput<typeof previewContractOrder>;

/** What the order in the form would do now: shortly after the last key, and again while it stands there. */
export function useContractPreview(body: PreviewBody | null): ContractOrderPreview | undefined {
  const loggedIn = useLoggedIn();
  const text = useDeferredValue(body === null ? '' : JSON.stringify(body));
  const [settled, settle] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => settle(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: contractKeys.preview({ settled }),
    queryFn: ({ signal }) => api.call(previewContractOrder, JSON.parse(settled) as PreviewBody, { signal }),
    enabled: loggedIn && settled !== '' && settled === text,
    refetchInterval: PREVIEWED_EVERY_MS,
    gcTime: 10_000,
    retry: false,
  });
  return settled !== text || text === '' || error ? undefined : data;
}
