/** Undo and redo over whole states; the past is bounded. */
export interface History<State> {
  past: readonly State[];
  future: readonly State[];
}

const DEPTH = 50;

export const noHistory = <State>(): History<State> => ({ past: [], future: [] });

/** Notes the state that a change is about to replace. */
export const noted = <State>({ past }: History<State>, before: State): History<State> => ({
  past: [...past.slice(-(DEPTH - 1)), before],
  future: [],
});

/** The state before the last change, with the present kept for `redone`; `null` when there is none. */
export function undone<State>(
  { past, future }: History<State>,
  now: State,
): { state: State; history: History<State> } | null {
  const state = past.at(-1);
  if (state === undefined) return null;
  return { state, history: { past: past.slice(0, -1), future: [now, ...future] } };
}

export function redone<State>(
  { past, future }: History<State>,
  now: State,
): { state: State; history: History<State> } | null {
  const [state, ...rest] = future;
  if (state === undefined) return null;
  return { state, history: { past: [...past, now], future: rest } };
}
