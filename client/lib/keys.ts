/**
 * The name of a kept answer, which grows out of its noun: `['own', 'withdrawal', 'list', 'en', { … }]`. Called with nothing, it
 * stands for everything below it.
 */
export type Key<Of extends readonly unknown[] = []> = (...of: Of | []) => readonly unknown[];

export const key =
  <Of extends readonly unknown[] = []>(...path: readonly string[]): Key<Of> =>
  (...of) => [...path, ...of];

/** The name of an answer about the person: it is forgotten with the session. */
export const ownKey = <Of extends readonly unknown[] = []>(...path: readonly string[]): Key<Of> =>
  key<Of>('own', ...path);

/** Query keys that other folders use too. */
export const unreadKey = ownKey('message', 'unread');
export const walletKey = ownKey('wallet', 'bound');
export const publishedPolicyKey = key<[name: string]>('policy', 'published');

/** Everything that is kept about the person. */
export const EVERYTHING_OWN = { queryKey: ownKey()() };
