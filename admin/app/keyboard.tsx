import { useEffect, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { moveRow, openRow } from '../lib/rows';
import { isForPage, KeySheet } from '../ui/key-sheet';

/** What the keyboard does, in the order in which the sheet shows it. Letters go by what is printed on the key. */
const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['u', 'back'],
  ['/', 'filter'],
  ['e', 'export'],
  ['r', 'refresh'],
  ['g', 'dashboard'],
  ['Ctrl K', 'search'],
  ['?', 'sheet'],
] as const;

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Reviewing without a mouse: rows are walked, opened and left by keys, in every list and on every page that has rows. */
export function Keyboard() {
  const [sheet, setSheet] = useState(false);
  const translate = useTranslate();
  const navigate = useNavigate();
  const refresh = useRefresh();
  useEffect(() => {
    const actions: Record<string, () => void> = {
      j: () => moveRow(1),
      k: () => moveRow(-1),
      u: () => void navigate(-1),
      '/': () => document.querySelector<HTMLElement>('main form input:not([type=hidden])')?.focus(),
      e: () => document.querySelector<HTMLElement>('main [data-keys=export]')?.click(),
      r: () => refresh(),
      g: () => void navigate('/'),
      '?': () => setSheet(true),
    };
    const pressed = (event: KeyboardEvent) => {
      if (!isForPage(event) || isWriting(event.target)) return;
      if (event.key === 'Enter') return openRow(event);
      const action = actions[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, refresh]);
  return (
    <KeySheet
      id="key-sheet"
      title={translate('console.keys.title')}
      keys={KEYS.map(([key, action]) => [key, translate(`console.keys.${action}`)])}
      open={sheet}
      close={() => setSheet(false)}
    />
  );
}
