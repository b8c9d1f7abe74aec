import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { isForPage, KeySheet } from '../../ui/key-sheet';

/** What the keys do while a request is worked on, in the order of the sheet. */
const KEYS = [
  ['a', 'approve'],
  ['r', 'reject'],
  ['f', 'ask'],
  ['e', 'escalate'],
  ['1 – 9', 'reasons'],
  ['Enter', 'send'],
  ['Esc', 'stop'],
  ['n', 'next'],
  ['k', 'keep'],
  ['l', 'release'],
  ['m', 'renew'],
  ['i', 'image'],
  ['o', 'open'],
  ['s', 'side'],
  ['z  x', 'zoom'],
  ['t', 'turn'],
  ['0', 'fit'],
  ['← ↑ → ↓', 'move'],
  ['?', 'sheet'],
] as const;

/** By `KeyboardEvent.key`; what is not named is left to the console's own keys. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Listens before the console's own keyboard does, because here `r` rejects and does not refresh. */
export function useReviewKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isForPage(event) || takesKey(event)) return;
      const action = current.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      action();
    };
    window.addEventListener('keydown', pressed, true);
    return () => window.removeEventListener('keydown', pressed, true);
  }, []);
}

/** Whether the focused element means something else by the key: text is typed, buttons are pressed by Enter. */
function takesKey({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])')) return true;
  if (key === 'Enter') return target.matches('button, a[href], input');
  return key.startsWith('Arrow') && target.matches('[role=tab], input');
}

export function ReviewKeySheet(props: { open: boolean; close: () => void }) {
  const translate = useTranslate();
  return (
    <KeySheet
      id="review-keys"
      title={translate('console.review.keys_title')}
      keys={KEYS.map(([key, action]) => [key, translate(`console.review.keys.${action}`)])}
      {...props}
    />
  );
}
