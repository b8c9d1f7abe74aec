import type { InstrumentView } from '../../../contracts/market.contract';

/** So many stand on the home page. */
export const SHOWN = 8;

/** Crypto first, but no class crowds out the others; and what can be traded now before what is closed. */
export function mixed(instruments: readonly InstrumentView[]): InstrumentView[] {
  const hot = instruments.filter((each) => each.hot);
  const crypto = hot.filter((each) => each.class === 'crypto').slice(0, 4);
  const seen = new Set<string>();
  const others = hot.filter((each) => each.class !== 'crypto' && !seen.has(each.class) && seen.add(each.class));
  const first = [...crypto, ...others].slice(0, SHOWN);
  const rest = hot.filter((each) => !first.includes(each));
  const shown = [...first, ...rest].slice(0, SHOWN);
  return shown.sort((a, b) => Number(b.session.open) - Number(a.session.open));
}
