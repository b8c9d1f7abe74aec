import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { SessionView, TradingRealm } from '../../contracts/account.contract';

interface SessionState {
  session: SessionView | null;
  /** The session of the other realm, kept beside it: going from demo to real and back loses neither. */
  other: SessionView | null;
  /** The message of code 2000: shown in a dialog until the person logs in again. */
  endedMessage: string | null;
  start: (session: SessionView) => void;
  merge: (session: Partial<SessionView>) => void;
  /** Leaves this session; one of the other realm goes on. */
  clear: () => void;
  /** To the session of the other realm and back. */
  switchOver: () => void;
  askToLogInAgain: (message: string) => void;
}

/** Who is logged in, kept in this browser. Clearing it never touches preferences or favourites. */
export const useSession = create<SessionState>()(
  persist(
    (set) => ({
      session: null,
      other: null,
      endedMessage: null,
      start: (session) =>
        set(({ session: before, other }) => ({
          session,
          other: [before, other].find((kept) => kept && kept.realm !== session.realm) ?? null,
          endedMessage: null,
        })),
      merge: (change) => set(({ session }) => (session ? { session: { ...session, ...change } } : {})),
      clear: () => set(({ other }) => ({ session: other, other: null, endedMessage: null })),
      switchOver: () => set(({ session, other }) => (other ? { session: other, other: session } : {})),
      askToLogInAgain: (message) => set({ endedMessage: message }),
    }),
    { name: 'glassbook.session', version: 1, partialize: ({ session, other }) => ({ session, other }) },
  ),
);

export const useLoggedIn = (): boolean => useSession((state) => state.session !== null);

/** A visitor looks at the demo books. */
export const useRealm = (): TradingRealm => useSession((state) => state.session?.realm ?? 'demo');
