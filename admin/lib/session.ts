import type { StaffSessionView } from '../../contracts/staff.contract.js';

const KEY = 'glassbook.staff';
const ENDED = 'glassbook.staff.ended';

/** The staff session lives as long as the tab: sessionStorage is neither sent anywhere nor shared between tabs. */
export const session = {
  read(): StaffSessionView | undefined {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return undefined;
    try {
      const view = JSON.parse(kept) as StaffSessionView;
      // A tab from before queues and setups existed has to log in again.
      if (view.queues !== undefined && view.setup !== undefined) return view;
      sessionStorage.removeItem(KEY);
      return undefined;
    } catch {
      sessionStorage.removeItem(KEY);
      return undefined;
    }
  },
  write(view: StaffSessionView): void {
    sessionStorage.setItem(KEY, JSON.stringify(view));
    sessionStorage.removeItem(ENDED);
  },
  /** Signing out: nothing is left behind. */
  clear(): void {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(ENDED);
  },
  /** The server or the clock has ended it: the login page says so. */
  end(): void {
    sessionStorage.removeItem(KEY);
    sessionStorage.setItem(ENDED, 'yes');
  },
  hasEnded(): boolean {
    return sessionStorage.getItem(ENDED) !== null;
  },
};
