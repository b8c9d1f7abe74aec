import type { QueryClient } from '@tanstack/react-query';
import { EVERYTHING_OWN } from './keys';

/**
 * Asks again for all of the account once anything of it changed: rules, limits and messages follow from other nouns than their
 * own, so no list decides by itself what concerns it. Only what is on the screen is fetched at once.
 */
export function refreshChanged(client: QueryClient, changed: readonly string[] = []): void {
  if (changed.length > 0) void client.invalidateQueries(EVERYTHING_OWN);
}
