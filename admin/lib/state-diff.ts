/** One difference between two states: where, and what stood there before and stands there now. */
export type Difference =
  | { kind: 'added'; path: string; after: unknown }
  | { kind: 'removed'; path: string; before: unknown }
  | { kind: 'changed'; path: string; before: unknown; after: unknown };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Children by key: of objects by name, of arrays by index, of anything else none. */
function childrenOf(value: unknown): Map<string | number, unknown> {
  if (Array.isArray(value)) return new Map(value.entries());
  return new Map(isObject(value) ? Object.entries(value) : []);
}

function sameShape(before: unknown, after: unknown): boolean {
  return (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after));
}

function walk(path: string, before: unknown, after: unknown, found: Difference[]): void {
  if (!sameShape(before, after)) {
    if (!Object.is(before, after) && JSON.stringify(before) !== JSON.stringify(after))
      found.push({ kind: 'changed', path, before, after });
    return;
  }
  const old = childrenOf(before);
  const now = childrenOf(after);
  for (const [key, value] of old) {
    if (now.has(key)) walk(join(path, key), value, now.get(key), found);
    else found.push({ kind: 'removed', path: join(path, key), before: value });
  }
  for (const [key, value] of now) if (!old.has(key)) found.push({ kind: 'added', path: join(path, key), after: value });
}

/** What an event changed in a state: differences of two JSON values, the path of each as one would write it in code. */
export function diffStates(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = [];
  walk('', before, after, found);
  return found;
}
