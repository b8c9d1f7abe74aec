import { ZERO, type Amount } from '../../shared/money.js';
import type { StreamKind, View } from './decider.js';
import type { NewEvent } from './event.js';

/** One stream as events leave it. */
interface StateAfter {
  readonly kind: Pick<StreamKind<unknown>, 'name'>;
  readonly id: string;
  readonly state: unknown;
}

/** The view once these events are appended: their postings in the balances, and the one state that is handed in. */
export function viewAfter(view: View, events: readonly NewEvent[], after?: StateAfter): View {
  const moved = new Map<string, Amount>();
  for (const { postings = [] } of events)
    for (const { account, asset, amount } of postings)
      moved.set(`${account} ${asset}`, (moved.get(`${account} ${asset}`) ?? ZERO) + amount);
  return {
    realm: view.realm,
    state: (kind, id) =>
      kind.name === after?.kind.name && id === after.id
        ? (after.state as ReturnType<typeof kind.initial>)
        : view.state(kind, id),
    balance: (account, asset) => view.balance(account, asset) + (moved.get(`${account} ${asset}`) ?? ZERO),
  };
}
