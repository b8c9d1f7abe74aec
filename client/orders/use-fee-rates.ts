import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/api';
import { useLoggedIn } from '../lib/session';
import { orderKeys } from '../market/keys';
import { productOf } from '../market/traded-product';
import { feeCalls } from './order-calls';

/** What the account pays in the product of a symbol today, as an amended order would; `null` until it is known. */
export function useFeeRates(symbol: string): { maker: string; taker: string } | null {
  const product = productOf(symbol);
  const { data } = useQuery({
    queryKey: orderKeys.fees(product),
    queryFn: () => api.call(feeCalls[product].own),
    enabled: useLoggedIn(),
  });
  return data === undefined ? null : { maker: data.makerRate, taker: data.takerRate };
}
