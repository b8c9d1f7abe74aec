import type { StaffSessionView } from '../../contracts/staff.contract.js';

const KEY = 'glassbook.staff';

/** The staff session lives as long as the tab: sessionStorage is neither sent anywhere nor shared between tabs. */
export const session = {
  read(): StaffSessionView | undefined {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return undefined;
    try {
      return JSON.parse(kept) as StaffSessionView;
    } catch {
      sessionStorage.removeItem(KEY);
      return undefined;
    }
  },
  write(view: StaffSessionView): void {
    sessionStorage.setItem(KEY, JSON.stringify(view));
  },
  clear(): void {
    sessionStorage.removeItem(KEY);
  },
};
