import type { StreamKind, CommandScope, View } from '../../core/decider.js';
import { balanceKey, type Cache } from './cache.js';
import { streamName } from './loader.js';

/** A decision met a stream that its handler may reach, and that is not loaded. */
export class NotLoaded extends Error {}

interface Touched {
  readonly streams: Set<string>;
  /** Kinds of streams that the decision may touch besides, once they are loaded. */
  readonly reached?: readonly StreamKind<unknown>[] | undefined;
}

/** The cache as one decision may see it: what its command touched and nothing else. */
export function viewOf(
  { realm, cache }: { readonly realm: string; readonly cache: Cache },
  scope: CommandScope,
  { streams, reached }: Touched = { streams: touchedStreams(scope) },
): View {
  const { balances = [] } = scope;
  return {
    realm,
    state: <State>(kind: StreamKind<State>, id: string): State => {
      const name = streamName(kind, id);
      const isTouched = streams.has(name);
      const isReached = !isTouched && reached?.includes(kind as StreamKind<unknown>) === true;
      const entry = isTouched || isReached ? cache.stream(name) : undefined;
      if (entry === undefined && isReached) throw new NotLoaded(name);
      if (entry === undefined) throw new Error(`${name} was not touched`);
      if (isReached) streams.add(name);
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

export function touchedStreams({ streams }: CommandScope): Set<string> {
  return new Set(streams.map(([kind, id]) => streamName(kind, id)));
}
