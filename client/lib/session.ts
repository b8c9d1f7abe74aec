import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { SessionView, TradingRealm } from '../../contracts/account.contract';

interface SessionState {
  session: SessionView | null;
  /** The message of code 2000: shown in a dialog until the person logs in again. */
  endedMessage: string | null;
  start: (session: SessionView) => void;
  merge: (session: Partial<SessionView>) => void;
  clear: () => void;
  askToLogInAgain: (message: string) => void;
}

/** Who is logged in, kept in this browser. Clearing it never touches preferences or favourites. */
export const useSession = create<SessionState>()(
  persist(
    (set) => ({
      session: null,
      endedMessage: null,
      start: (session) => set({ session, endedMessage: null }),
      merge: (change) => set(({ session }) => (session ? { session: { ...session, ...change } } : {})),
      clear: () => set({ session: null, endedMessage: null }),
      askToLogInAgain: (message) => set({ endedMessage: message }),
    }),
    { name: 'glassbook.session', version: 1, partialize: ({ session }) => ({ session }) },
  ),
);

export const useLoggedIn = (): boolean => useSession((state) => state.session !== null);

/** A visitor looks at the demo books. */
export const useRealm = (): TradingRealm => useSession((state) => state.session?.realm ?? 'demo');
