import { describe, expect, it } from '@jest/globals';
import { overLimit, ratchet } from '../kit/ratchet.js';
import { roomsOf, ROOMS_UPWARDS, upwardArrows } from '../kit/rooms.js';
import { everyNode, graphOf, isProduction, type Graph } from '../kit/source-graph.js';
import { read, sourceFiles } from '../kit/sources.js';
import ts from 'typescript';

const ROOMS_MAX = 12;
const FACTORIES_MAX = 15;

describe('the server', () => {
  const paths = sourceFiles().filter((path) => path.startsWith('server/') && isProduction(path));
  const graph = graphOf(Object.fromEntries(paths.map((path) => [path, read(path)])));

  it('has few rooms on its top level', () => {
    expect(overLimit({ server: roomsOf(graph).length }, ROOMS_MAX, ratchet.rooms, 'rooms')).toEqual([]);
  });

  it('imports downwards only', () => {
    const arrows = upwardArrows(graph);
    const added = Object.entries(arrows).filter(([arrow]) => !ratchet.upward.includes(arrow));
    const gone = ratchet.upward.filter((arrow) => !(arrow in arrows));
    expect({ added, 'gone: take it out of ratchet.json': gone }).toEqual({
      added: [],
      'gone: take it out of ratchet.json': [],
    });
  });

  it('lets Nest call constructors, and few functions of ours', () => {
    const factories = { server: factoriesIn(graph) };
    expect(overLimit(factories, FACTORIES_MAX, ratchet.factories, 'uses of useFactory')).toEqual([]);
  });
});

describe('counting rooms', () => {
  const graph = graphOf({
    'server/main.ts': `import './engine/writer/writer.js';`,
    'server/core/event.ts': `import type { Row } from '../../contracts/loan.contract.js';`,
    'server/engine/writer/writer.ts': `import type { Page } from '../../edge/page.js';\nimport '../../core/event.js';`,
    'server/engine/writer/writer.spec.ts': `import '../../cli/audit.js';`,
    'server/edge/page.ts': `export type Page = import('../engine/writer/writer.js').Writer;`,
    'server/cli/audit.ts': `const wiring = { provide: Audit, useFactory: () => new Audit() };`,
    'contracts/loan.contract.ts': `export interface Row { useFactory: string }`,
  });

  it('counts folders and files that stand alone, but not the doors of the house', () => {
    expect(roomsOf(graph)).toEqual(['cli', 'core', 'edge', 'engine']);
  });

  it('sees an import into a room above, also of a type, and none of a test', () => {
    expect(upwardArrows(graph)).toEqual({ 'engine → edge': ['server/engine/writer/writer.ts'] });
  });

  it('asks where a new room stands', () => {
    const attic = graphOf({ 'server/attic/box.ts': `import '../core/event.js';`, 'server/core/event.ts': '' });
    expect(() => upwardArrows(attic)).toThrow('server/attic');
    expect(ROOMS_UPWARDS).not.toContain('attic');
  });

  it('counts the functions that make what Nest could construct', () => {
    expect(factoriesIn(graph)).toBe(1);
  });
});

function factoriesIn(graph: Graph): number {
  let count = 0;
  for (const { syntax } of graph.values())
    everyNode(syntax, (node) => {
      if (ts.isObjectLiteralElementLike(node) && node.name?.getText() === 'useFactory') count += 1;
    });
  return count;
}
