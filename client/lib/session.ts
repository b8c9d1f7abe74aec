import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { SessionView } from '../../contracts/account.contract';
import type { TradingRealm } from '../../contracts/realm.contract';
import type { Envelope } from '../../contracts/envelope.contract';

type Ending = Pick<Envelope, 'title' | 'message'>;

interface SessionState {
  session: SessionView | null;
  /** The session of the other realm, kept beside it: going from demo to real and back loses neither. */
  other: SessionView | null;
  /** The message of code 2000: shown in a dialog until the person logs in again. */
  ended: Ending | null;
  start: (session: SessionView) => void;
  merge: (session: Partial<SessionView>) => void;
  /** Leaves this session; one of the other realm goes on. */
  clear: () => void;
  /** To the session of the other realm and back. */
  switchOver: () => void;
  promptLogin: (ended: Ending) => void;
}

/** Who is logged in, kept in this browser. Clearing it never touches preferences or favourites. */
export const useSession = create<SessionState>()(
  persist(
    (set) => ({
      session: null,
      other: null,
      ended: null,
      start: (session) =>
        set(({ session: before, other }) => ({
          session,
          other: [before, other].find((kept) => kept && kept.realm !== session.realm) ?? null,
          ended: null,
        })),
      merge: (change) => set(({ session }) => (session ? { session: { ...session, ...change } } : {})),
      clear: () => set(({ other }) => ({ session: other, other: null, ended: null })),
      switchOver: () => set(({ session, other }) => (other ? { session: other, other: session } : {})),
      // Several calls may report the same end; one dialog is enough.
      promptLogin: (ended) => set((state) => ({ ended: state.ended ?? ended })),
    }),
    { name: 'glassbook.session', version: 1, partialize: ({ session, other }) => ({ session, other }) },
  ),
);

export const useLoggedIn = (): boolean => useSession((state) => state.session !== null);

/** A visitor looks at the demo books. */
export const useRealm = (): TradingRealm => useSession((state) => state.session?.realm ?? 'demo');
