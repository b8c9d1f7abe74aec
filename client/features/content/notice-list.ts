import type { ContentItem } from '../../../contracts/content.contract';

export type NoticeView = 'all' | 'unread';

/**
 * What the list shows: all, or the unread ones. The open one stays where it is although opening made it read, and one that an
 * address named stands on top when no loaded page has it.
 */
export function shownNotices(
  loaded: readonly ContentItem[],
  view: NoticeView,
  linked: ContentItem | undefined,
  open: string | null,
): ContentItem[] {
  const all = linked && !loaded.some((notice) => notice.slug === linked.slug) ? [linked, ...loaded] : [...loaded];
  return view === 'all' ? all : all.filter((notice) => notice.read === false || notice.slug === open);
}

/** Marks one notice, or all of them, as read. */
export const markRead = (notices: readonly ContentItem[], slug: string | 'all'): ContentItem[] =>
  notices.map((notice) => (slug === 'all' || notice.slug === slug ? { ...notice, read: true } : notice));
