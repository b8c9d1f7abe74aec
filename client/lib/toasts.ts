import { create } from 'zustand';

export type ToastKind = 'neutral' | 'success' | 'warning';
interface ToastAction {
  label: string;
  run: () => void;
}

interface Extras {
  /** What it is about: a newer one about the same takes its place. */
  about?: string;
  /** A plainer message, by what it is about, that this one makes needless: shown already, or about to come. */
  insteadOf?: string;
  /** A second line, in smaller letters. */
  detail?: string;
  /** How much is done, 0 to 1. */
  progress?: number;
  actions?: readonly ToastAction[];
}

export interface Toast extends Omit<Extras, 'insteadOf'> {
  id: number;
  kind: ToastKind;
  text: string;
}

const SHOWN_MS = 3000;
/** What has something to click on stays long enough to be reached. */
const SHOWN_WITH_ACTIONS_MS = 10_000;
/** How long a message may come after the one that makes it needless. */
const OVERTAKEN_MS = 5000;
const AT_ONCE_MAX = 4;
let lastId = 0;
/** The pointer is on them: nothing disappears until it leaves. */
let held = false;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const needless = new Set<string>();

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/** Shows a text for three seconds, or for ten with actions. The same text twice at once is shown once. */
export function toast(kind: ToastKind, text: string, { insteadOf, ...extras }: Extras = {}): void {
  const { toasts } = useToasts.getState();
  if (text === '' || toasts.some((each) => each.text === text)) return;
  if (extras.about !== undefined && needless.delete(extras.about)) return;
  if (insteadOf !== undefined && !toasts.some(({ about }) => about === insteadOf)) expectNeedless(insteadOf);
  const replaced = (each: Toast) => each.about !== undefined && [insteadOf, extras.about].includes(each.about);
  for (const each of toasts) if (replaced(each)) stop(each.id);
  const id = ++lastId;
  const others = toasts.filter((each) => !replaced(each)).slice(1 - AT_ONCE_MAX);
  useToasts.setState({ toasts: [...others, { id, kind, text, ...extras }] });
  if (!held) start(id);
}

function expectNeedless(about: string): void {
  needless.add(about);
  setTimeout(() => needless.delete(about), OVERTAKEN_MS);
}

function stop(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function dismissToast(id: number): void {
  stop(id);
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
  // The pointer was on the last one; a removed element fires no leave event.
  if (useToasts.getState().toasts.length === 0) held = false;
}

export function holdToasts(): void {
  held = true;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

/** Restarts the three seconds for all visible toasts. */
export function releaseToasts(): void {
  held = false;
  for (const { id } of useToasts.getState().toasts) if (!timers.has(id)) start(id);
}

function start(id: number): void {
  const shown = useToasts.getState().toasts.find((each) => each.id === id);
  const ms = shown?.actions === undefined ? SHOWN_MS : SHOWN_WITH_ACTIONS_MS;
  timers.set(
    id,
    setTimeout(() => dismissToast(id), ms),
  );
}
