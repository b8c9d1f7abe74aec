const isLong = process.env['TEST_LEVEL'] === 'all';

/** How often something is repeated: shortly in `npm test`, long in `npm run test:all`. Titles are the same in both. */
export function times(short: number, long: number): number {
  return isLong ? long : short;
}

/** What is gone through: a part in `npm test`, everything in `npm run test:all`. */
export function some<One>(all: readonly One[], part: (all: readonly One[]) => readonly One[]): readonly One[] {
  return isLong ? all : part(all);
}

export const first = <One>(all: readonly One[]): readonly One[] => all.slice(0, 1);
export const last = <One>(all: readonly One[]): readonly One[] => all.slice(-1);
