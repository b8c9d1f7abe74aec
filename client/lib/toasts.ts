import { create } from 'zustand';

export type ToastKind = 'neutral' | 'success' | 'warning';
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const SHOWN_MS = 3000;
let lastId = 0;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/** Says something for three seconds. The same text twice at once is said once. */
export function toast(kind: ToastKind, text: string): void {
  if (text === '' || useToasts.getState().toasts.some((each) => each.text === text)) return;
  const id = ++lastId;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), { id, kind, text }] }));
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}
