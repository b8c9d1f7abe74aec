import { create } from 'zustand';

/** Whether the palette is open, and what it begins with. */
export const usePalette = create<{ open: boolean; query: string }>(() => ({ open: false, query: '' }));

export const openPalette = (query = ''): void => usePalette.setState({ open: true, query });
export const closePalette = (): void => usePalette.setState({ open: false });

const KEPT = 'glassbook.palette';
const RECENT_MAX = 6;

/** What was picked last, newest first, as the ids of entries. */
export function recentPicks(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function keepPick(id: string): void {
  const picks = [id, ...recentPicks().filter((each) => each !== id)].slice(0, RECENT_MAX);
  localStorage.setItem(KEPT, JSON.stringify(picks));
}
