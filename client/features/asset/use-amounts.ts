import { useCallback } from 'react';
import { usePreferences } from '../../lib/preferences';

const HIDDEN = '••••••';

/** Hides amounts from eyes behind one's back. */
export function useAmounts(): (text: string) => string {
  const hidden = usePreferences((state) => state.hideAmounts);
  return useCallback((text) => (hidden ? HIDDEN : text), [hidden]);
}
