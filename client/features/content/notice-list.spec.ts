import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '../../../contracts/content.contract';
import { markRead, shownNotices } from './notice-list';

const notice = (slug: string, read: boolean | null): ContentItem => ({
  slug,
  read,
  kind: 'notice',
  number: null,
  category: null,
  title: slug,
  summary: '',
  link: null,
  publishedAt: 0,
  updatedAt: 0,
  version: 1,
});
const loaded = [notice('a', false), notice('b', true), notice('c', false)];
const names = (notices: ContentItem[]) => notices.map((each) => each.slug).join('');

describe('the list of notices', () => {
  it('shows all of them, or those that were not opened', () => {
    expect(names(shownNotices(loaded, 'all', undefined, null))).toBe('abc');
    expect(names(shownNotices(loaded, 'unread', undefined, null))).toBe('ac');
  });

  it('keeps the open one in its place although opening it made it read', () => {
    expect(names(shownNotices(markRead(loaded, 'c'), 'unread', notice('c', true), 'c'))).toBe('ac');
  });

  it('puts one that an address names on top when it is further down than what is loaded', () => {
    expect(names(shownNotices(loaded, 'all', notice('z', false), 'z'))).toBe('zabc');
    expect(names(shownNotices(loaded, 'all', notice('b', true), 'b'))).toBe('abc');
  });

  it('can be marked as read, one or all', () => {
    expect(markRead(loaded, 'a').map((each) => each.read)).toEqual([true, true, false]);
    expect(markRead(loaded, 'all').every((each) => each.read)).toBe(true);
  });
});
