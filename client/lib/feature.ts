import type { Key } from './keys.js';

/** What the server pushes about the person as it happens. */
export type Pushed = 'assets' | 'orders' | 'ended-orders' | 'trades' | 'anything';

/** What a noun shows, as its folder declares it; `client/features.ts` lists the declarations. */
export interface Feature {
  /** Its folder, and its file of texts. */
  name: string;
  keys?: Readonly<Record<string, () => ReturnType<Key>>>;
  /** What to ask again after a push; a change of anything else of the person asks again for everything anyway. */
  staleAfter?: Partial<Record<Pushed, readonly (() => ReturnType<Key>)[]>>;
}
