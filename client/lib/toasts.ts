import { create } from 'zustand';

export type ToastKind = 'neutral' | 'success' | 'warning';
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const SHOWN_MS = 3000;
const AT_ONCE_MAX = 4;
let lastId = 0;
/** Somebody reads them: nothing goes until he has left. */
let held = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/** Says something for three seconds. The same text twice at once is said once. */
export function toast(kind: ToastKind, text: string): void {
  if (text === '' || useToasts.getState().toasts.some((each) => each.text === text)) return;
  const id = ++lastId;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(1 - AT_ONCE_MAX), { id, kind, text }] }));
  if (!held) start(id);
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
  // The pointer that was on the last one is on none now, and nothing tells of its leaving.
  if (useToasts.getState().toasts.length === 0) held = false;
}

export function holdToasts(): void {
  held = true;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

/** Starts the three seconds anew for all that are shown. */
export function releaseToasts(): void {
  held = false;
  for (const { id } of useToasts.getState().toasts) if (!timers.has(id)) start(id);
}

function start(id: number): void {
  timers.set(
    id,
    setTimeout(() => dismissToast(id), SHOWN_MS),
  );
}
