import ts from 'typescript';
import { everyNode, isProduction, type Graph, type SourceFacts } from './source-graph.js';

/** A file outside a noun's folders that names the noun, and by what. */
export interface Naming {
  readonly path: string;
  readonly by: readonly string[];
}

/** For every noun of the server: the production files outside its folders that import from them or use one of its names. */
export function namings(graph: Graph): Record<string, Naming[]> {
  const nouns = nounsOf(graph);
  const owned = ownedNames(graph, nouns);
  const tables = new Map([...graph].map(([path, { syntax }]) => [path, tablesNamedIn(path, syntax)]));
  return Object.fromEntries(
    nouns.map((noun) => {
      const names = owned.get(noun) ?? [];
      return [noun, [...graph].flatMap(([path, facts]) => naming(noun, names, path, facts, tables.get(path)!))];
    }),
  );
}

export function nounsOf(graph: Graph): string[] {
  const found = [...graph.keys()].map(
    (path) =>
      /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? /^server\/market\/([^/]+)\/\1\.feature\.ts$/.exec(path)?.[1],
  );
  return [...new Set(found.filter((noun) => noun !== undefined))].sort();
}

function isOf(noun: string, path: string): boolean {
  const folders = ['server/features', 'server/market', 'client/features', 'admin/resources'];
  return path.startsWith(`contracts/${noun}.`) || folders.some((folder) => path.startsWith(`${folder}/${noun}/`));
}

function naming(
  noun: string,
  owned: readonly Owned[],
  path: string,
  { imports, names }: SourceFacts,
  tables: ReadonlySet<string>,
): Naming[] {
  if (!isProduction(path) || isOf(noun, path)) return [];
  const by = imports.filter((imported) => isOf(noun, imported));
  for (const { name, kind } of owned) if ((kind === 'table' ? tables : names).has(name)) by.push(name);
  return by.length === 0 ? [] : [{ path, by }];
}

interface Owned {
  readonly kind: 'event' | 'command' | 'table' | 'refusal';
  readonly name: string;
}

/** Names that belong to one noun: its events, commands, tables and refusals. */
function ownedNames(graph: Graph, nouns: readonly string[]): Map<string, Owned[]> {
  const owned = new Map<string, Owned[]>(nouns.map((noun) => [noun, []]));
  const own = (noun: string | undefined, kind: Owned['kind'], found: Iterable<string>): void => {
    const list = noun === undefined ? undefined : owned.get(noun);
    for (const name of found) if (list?.every((known) => known.name !== name)) list.push({ kind, name });
  };
  const homes = new Map<string, string>();
  for (const [path, { syntax }] of graph) {
    const home = nouns.find((noun) => isOf(noun, path));
    if (home !== undefined) for (const table of tablesDeclaredIn(syntax)) homes.set(table, home);
  }
  const everyName = new Set([...graph.values()].flatMap(({ names }) => typesAmong(names)));
  const everyEvent = new Set<string>();
  for (const [path, { names }] of graph)
    if (path.endsWith('.events.ts')) for (const name of typesAmong(names)) everyEvent.add(name);
  for (const [path, { syntax, names, imports }] of graph) {
    const noun = nouns.find((each) => isOf(each, path));
    if (path.endsWith('.events.ts')) own(noun, 'event', typesAmong(names));
    for (const product of productsIn(syntax)) own(noun, 'event', made(everyName, product));
    if (/[.-](commands|handler)\.ts$/.test(path)) {
      const commands = [...classesIn(syntax), ...typesAmong(names)];
      own(
        noun,
        'command',
        commands.filter((name) => !everyEvent.has(name)),
      );
    }
    // A read model that still stands outside belongs to the one noun whose facts it reads.
    const read = nouns.filter((each) => imports.some((imported) => isOf(each, imported)));
    for (const table of tablesDeclaredIn(syntax))
      own(homes.get(table) ?? nounOfTable(table, nouns) ?? (read.length === 1 ? read[0] : undefined), 'table', [table]);
    if (path.startsWith('contracts/'))
      for (const code of refusalsDeclaredIn(syntax))
        own(
          nouns.find((each) => code.startsWith(`${each}.`)),
          'refusal',
          [code],
        );
  }
  return owned;
}

/** Texts that are the type of an event or a command: `SpotOrderPlaced`. */
function typesAmong(names: ReadonlySet<string>): string[] {
  return [...names].filter((name) => /^[A-Z][a-z0-9]+([A-Z][A-Za-z0-9]*)+$/.test(name));
}

/** `bookEventsOf('Spot')`, which makes `SpotOrderMatched`, and `orderCommandsOf('Spot')`, which makes `PlaceSpotOrder`. */
function productsIn(syntax: ts.SourceFile): string[] {
  const found: string[] = [];
  everyNode(syntax, (node) => {
    const [first] = ts.isCallExpression(node) && MAKERS.test(node.expression.getText()) ? node.arguments : [];
    if (first !== undefined && ts.isStringLiteralLike(first)) found.push(first.text);
  });
  return found;
}

const MAKERS = /^(bookEventsOf|orderCommandsOf)$/;

function made(names: ReadonlySet<string>, product: string): string[] {
  return [...names].filter((name) => name.split(/(?=[A-Z])/).includes(product));
}

/** `'withdrawal.paused': { status: 200 }` */
function refusalsDeclaredIn(syntax: ts.SourceFile): string[] {
  return objectsIn(syntax).flatMap((object) =>
    object.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) &&
      ts.isStringLiteralLike(property.name) &&
      ts.isObjectLiteralExpression(property.initializer) &&
      valueOf(property.initializer, 'status')
        ? [property.name.text]
        : [],
    ),
  );
}

/** `new ReadTable('withdrawals', …)`, in a migration also `{ name: 'withdrawals', columns }` and `CREATE TABLE`. */
function tablesDeclaredIn(syntax: ts.SourceFile): string[] {
  const found: string[] = [];
  everyNode(syntax, (node) => {
    const [first] = ts.isNewExpression(node) && node.expression.getText() === 'ReadTable' ? (node.arguments ?? []) : [];
    if (first !== undefined && ts.isStringLiteralLike(first)) found.push(first.text);
    if (!syntax.fileName.startsWith('migrations/')) return;
    if (ts.isStringLiteralLike(node))
      found.push(...[...node.text.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => name));
  });
  if (!syntax.fileName.startsWith('migrations/')) return found;
  const slotted = objectsIn(syntax).filter((object) => valueOf(object, 'columns'));
  const names = slotted.map((object) => valueOf(object, 'name'));
  return [...found, ...names.flatMap((name) => (name && ts.isStringLiteralLike(name) ? [name.text] : []))];
}

/** `withdrawals` and `withdrawal_steps` are withdrawal's. */
function nounOfTable(table: string, nouns: readonly string[]): string | undefined {
  return nouns.find((noun) => {
    const word = noun.replaceAll('-', '_');
    const many = word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
    return table === word || table === many || table.startsWith(`${word}_`);
  });
}

/** Tables that a file of the server reads or writes: in SQL, as a list's `from`, or as a read table. */
function tablesNamedIn(path: string, syntax: ts.SourceFile): ReadonlySet<string> {
  if (!path.startsWith('server/')) return new Set();
  const found = new Set<string>(tablesDeclaredIn(syntax));
  everyNode(syntax, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      for (const [, name = ''] of node.text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(\w+)/g)) found.add(name);
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'from' && ts.isStringLiteralLike(node.initializer))
      found.add(node.initializer.text);
  });
  return found;
}

function classesIn(syntax: ts.SourceFile): string[] {
  return syntax.statements.flatMap((statement) =>
    ts.isClassDeclaration(statement) && statement.heritageClauses && statement.name ? [statement.name.text] : [],
  );
}

function objectsIn(syntax: ts.SourceFile): ts.ObjectLiteralExpression[] {
  const found: ts.ObjectLiteralExpression[] = [];
  everyNode(syntax, (node) => {
    if (ts.isObjectLiteralExpression(node)) found.push(node);
  });
  return found;
}

function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return object.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && property.name.getText() === name ? [property.initializer] : [],
  )[0];
}
