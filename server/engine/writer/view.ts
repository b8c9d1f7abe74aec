import type { StreamKind, CommandScope, View } from '../../core/decider.js';
import { balanceKey, type Cache } from './cache.js';
import { streamName } from './loader.js';

/** The cache as one decision may see it: what its command touched and nothing else. */
export function viewOf(
  { realm, cache }: { readonly realm: string; readonly cache: Cache },
  scope: CommandScope,
  touched = touchedStreams(scope),
): View {
  const { balances = [] } = scope;
  return {
    realm,
    state: <State>(kind: StreamKind<State>, id: string): State => {
      const name = streamName(kind, id);
      const entry = touched.has(name) ? cache.stream(name) : undefined;
      if (entry === undefined) throw new Error(`${name} was not touched`);
      return entry.state as State;
    },
    balance: (account, asset) => {
      const isTouched = balances.some(([own, of]) => own === account && of === asset);
      const known = isTouched ? cache.balance(balanceKey(account, asset)) : undefined;
      if (known === undefined) throw new Error(`the balance of ${account} in ${asset} was not touched`);
      return known;
    },
  };
}

export function touchedStreams({ streams }: CommandScope): ReadonlySet<string> {
  return new Set(streams.map(([kind, id]) => streamName(kind, id)));
}
