import { isProduction, type Graph } from './source-graph.js';

/** The server's rooms from the ground up: a file may import its own room and those before it. */
export const ROOMS_UPWARDS: readonly string[] = [
  ...['core', 'config'],
  'engine',
  ...['edge', 'market', 'trading', 'review', 'outside'],
  ...['features', 'features.ts', 'staff', 'audit'],
  ...['cli', 'app.module.ts', 'main.ts'],
];

/** What the picture of the house has beside its rooms. */
const DOORS = ['main.ts', 'features.ts', 'app.module.ts'];

/** The top level of the server: its folders, and files that stand there alone. */
export function roomsOf(graph: Graph): string[] {
  return [...new Set([...graph.keys()].map(roomOf))]
    .filter((room) => room !== undefined && !DOORS.includes(room))
    .sort() as string[];
}

/** Imports from a room into one above it, by `room → room`: the files that do it. */
export function upwardArrows(graph: Graph): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [path, { imports }] of graph) {
    const from = roomOf(path);
    if (from === undefined) continue;
    const above = imports.map(roomOf).filter((to) => to !== undefined && heightOf(to) > heightOf(from));
    for (const to of new Set(above)) (found[`${from} → ${to}`] ??= []).push(path);
  }
  return found;
}

function roomOf(path: string): string | undefined {
  return isProduction(path) && path.startsWith('server/') ? path.split('/')[1] : undefined;
}

function heightOf(room: string): number {
  const height = ROOMS_UPWARDS.indexOf(room);
  if (height < 0) throw new Error(`ROOMS_UPWARDS in test/kit/rooms.ts does not say where server/${room} stands`);
  return height;
}
