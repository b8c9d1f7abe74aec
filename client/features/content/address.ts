import type { ContentKind } from '../../../contracts/content.contract';

/** Which entry a path shows: by slug or by number, or none when the query names neither. */
export type EntryKey = { slug: string } | { number: number };

/** The page that an article belongs to: the way back, and where its neighbours are listed. */
interface ArticleHome {
  /** Its title is `common:screen.<name>`. */
  screen: string;
  path: string;
}

const HELP: ArticleHome = { screen: 'help', path: '/help' };
const SETTING_HELP: ArticleHome = { screen: 'help', path: '/settingHelp' };
const NEWS: ArticleHome = { screen: 'news', path: '/settingNew' };
const BENEFITS: ArticleHome = { screen: 'benefits', path: '/benefits' };

const HOMES: Readonly<Record<string, ArticleHome>> = {
  '/helpDetail': HELP,
  '/settingHelpdetail': SETTING_HELP,
  '/setting-newdetail': NEWS,
  '/benefitsDetail': BENEFITS,
  '/signRule': BENEFITS,
};

/** Where those are listed that belong to no page of their own. */
const LISTS: Readonly<Record<string, string>> = { '/text': '/about', '/bannerDetail': '/index' };

/** What a path shows when its query names nothing. */
const OTHERWISE: Readonly<Record<string, EntryKey>> = { '/agrt': { number: 3 } };

/** Paths that always show one entry, whatever their query says. */
const FIXED: Readonly<Record<string, EntryKey>> = {
  '/userAgreement': { number: 3 },
  '/security': { slug: 'security-notes' },
  '/signRule': { slug: 'sign-in-rules' },
  '/c2c_rule': { slug: 'c2c-rules' },
};

/** The entry of an address: `?slug=`, else `?id=`, else the path's own; `null` when the address names none. */
export function entryOf(pathname: string, search: string): EntryKey | null {
  const fixed = FIXED[pathname];
  if (fixed) return fixed;
  const query = new URLSearchParams(search);
  const slug = query.get('slug');
  if (slug) return { slug };
  const number = query.get('id') ?? '';
  return /^[1-9]\d{0,4}$/.test(number) ? { number: Number(number) } : (OTHERWISE[pathname] ?? null);
}

/** The list that an address without an entry leads to. */
export const listOf = (pathname: string): string => homeOf(pathname)?.path ?? LISTS[pathname] ?? '/help';

/** Where an article is listed; `null` for pages that stand alone. */
export const homeOf = (pathname: string): ArticleHome | null => HOMES[pathname] ?? null;

/** The address of an entry. Within the account's own help it stays there. */
export function pathOf({ kind, slug }: { kind: ContentKind; slug: string }, from = ''): string {
  const path = {
    help: from.startsWith('/settingHelp') ? '/settingHelpdetail' : '/helpDetail',
    news: '/setting-newdetail',
    notice: '/notice',
    banner: '/bannerDetail',
    benefit: '/benefitsDetail',
    rule: '/text',
    page: '/text',
  }[kind];
  return `${path}?slug=${encodeURIComponent(slug)}`;
}
