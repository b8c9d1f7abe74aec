import { SCREENS, moduleOf } from './routes.js';

interface EntryScreen {
  paths: readonly string[];
  screen: string;
  /** Below `client/features/`. */
  module: string;
  /** Whose texts it shows, besides `common`. */
  nouns: readonly string[];
}

/** The screens that people come to first. What they need is fetched with the page, and drawn together with its frame. */
export const ENTRY_SCREENS: readonly EntryScreen[] = SCREENS.flatMap((screen) => {
  const { name, feature, entry, texts = [] } = screen;
  return entry ? [{ paths: entry, screen: name, module: moduleOf(screen), nouns: [feature, ...texts] }] : [];
});

export const entryScreenAt = (path: string): EntryScreen | undefined =>
  ENTRY_SCREENS.find(({ paths }) => paths.includes(path));
