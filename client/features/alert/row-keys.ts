import { useState, type KeyboardEvent } from 'react';
import type { AlertView } from '../../../contracts/alert.contract';
import { openAlertDialog } from './alert-dialog';
import { useRemoval } from './removal';
import { setPaused } from './use-alerts';

export const isOpen = ({ status }: AlertView): boolean => status === 'active' || status === 'paused';

/** One row is a tab stop; arrows go to the others. E edits, P pauses or resumes, Delete removes. */
export function useRowKeys(alerts: readonly AlertView[]) {
  const [focused, setFocused] = useState(0);
  const remove = useRemoval();
  const at = Math.min(focused, alerts.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const rows = [...event.currentTarget.children] as HTMLElement[];
    // A button of the row has its own keys.
    if (!rows.includes(event.target as HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const alert = alerts[at];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(step, rows.length - 1));
      setFocused(next);
      rows[next]?.focus();
    } else if (alert === undefined || !isOpen(alert) || !act(event.key, alert, remove)) return;
    event.preventDefault();
  };
  const onFocus = (event: { currentTarget: HTMLUListElement; target: EventTarget }) => {
    const row = [...event.currentTarget.children].findIndex((each) => each.contains(event.target as Node));
    if (row !== -1) setFocused(row);
  };
  return { at, list: { onKeyDown, onFocus } };
}

function act(key: string, alert: AlertView, remove: (alert: AlertView) => Promise<void>): boolean {
  const letter = key.toLowerCase();
  if (letter === 'e' || key === 'Enter') openAlertDialog({ symbol: alert.symbol, alert });
  else if (letter === 'p') void setPaused(alert.alertId, alert.status === 'active');
  else if (key === 'Delete' || key === 'Backspace') void remove(alert);
  else return false;
  return true;
}
