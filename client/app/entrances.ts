import { SCREENS, moduleOf } from './routes.js';

export interface Entrance {
  paths: readonly string[];
  screen: string;
  /** Below `client/features/`. */
  module: string;
  /** Whose texts it shows, besides `common`. */
  nouns: readonly string[];
}

/** The screens that people come to first. What they need is fetched with the page, and drawn together with its frame. */
export const ENTRANCES: readonly Entrance[] = SCREENS.flatMap(({ name, feature, entrance }) => {
  const module = moduleOf(name);
  return entrance && module ? [{ paths: entrance, screen: name, module, nouns: [feature] }] : [];
});

export const entranceAt = (path: string): Entrance | undefined => ENTRANCES.find(({ paths }) => paths.includes(path));
