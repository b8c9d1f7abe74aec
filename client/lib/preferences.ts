import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { negotiate, tagOf, type Language } from '../../shared/language';

export type Theme = 'system' | 'light' | 'dark';
/** Which colour a rising price has. */
export type Rise = 'green' | 'red';

interface Preferences {
  language: Language;
  theme: Theme;
  rise: Rise;
  confirmOrders: boolean;
  hideSmall: boolean;
  hideAmounts: boolean;
  /** Whether a new account's first steps are shown. */
  firstSteps: boolean;
  set: (change: Partial<Omit<Preferences, 'set'>>) => void;
}

/** What the reader chose, kept in this browser; the language is negotiated on the first visit. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      language: negotiate(navigator.languages),
      theme: 'system',
      rise: 'green',
      confirmOrders: true,
      hideSmall: false,
      hideAmounts: false,
      firstSteps: true,
      set: (change) => set(change),
    }),
    { name: 'glassbook.preferences', version: 1, partialize: ({ set: _, ...kept }) => kept },
  ),
);

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark now, the reader's choice before the system's. */
function isDark(theme: Theme): boolean {
  return theme === 'dark' || (theme === 'system' && systemDark.matches);
}

/** Keeps the document's theme, colours and language in step with the preferences. */
export function followPreferences(): void {
  const apply = () => {
    const { theme, rise, language } = usePreferences.getState();
    const root = document.documentElement;
    root.dataset['theme'] = isDark(theme) ? 'dark' : 'light';
    root.dataset['rise'] = rise;
    root.lang = tagOf(language);
    // The bar around the page wears the chosen theme, which need not be the system's.
    const colour = getComputedStyle(root).getPropertyValue('--surface').trim();
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', colour);
  };
  apply();
  usePreferences.subscribe(apply);
  systemDark.addEventListener('change', apply);
}
