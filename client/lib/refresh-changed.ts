import type { QueryClient } from '@tanstack/react-query';
import { EVERYTHING_OWN } from './keys';

/**
 * Refetches everything of the account after any change: rules, limits and messages depend on other nouns, so no list knows its own
 * dependencies. Only what is on the screen is fetched at once.
 */
export function refreshChanged(client: QueryClient, changed: readonly string[] = []): void {
  if (changed.length > 0) void client.invalidateQueries(EVERYTHING_OWN);
}
