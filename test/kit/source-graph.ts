import { posix } from 'node:path';
import ts from 'typescript';

/** Source files as path → text, so that a test can plant a tree of its own. */
export type Tree = Readonly<Record<string, string>>;

/** A file's references to other files: its imports, and every text and property name in it. */
export interface SourceFacts {
  /** Paths of the tree; an import that is only a type counts like any other. */
  readonly imports: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly syntax: ts.SourceFile;
}

export type Graph = ReadonlyMap<string, SourceFacts>;

/** Code that runs in one of the apps: neither tests nor what only tests use. */
export function isProduction(path: string): boolean {
  return (
    /^(server|client|admin|contracts|shared)\/.+\.tsx?$/.test(path) && !/\.(spec|testkit|fixture|d)\.tsx?$/.test(path)
  );
}

export function graphOf(tree: Tree): Graph {
  return new Map(
    Object.entries(tree).map(([path, text]) => {
      const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return [path, { syntax, ...factsOf(syntax, tree) }];
    }),
  );
}

/** Calls back for every node of a file, from the outside in. */
export function everyNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => everyNode(child, visit));
}

function factsOf(syntax: ts.SourceFile, tree: Tree): Pick<SourceFacts, 'imports' | 'names'> {
  const imports = new Set<string>();
  const names = new Set<string>();
  everyNode(syntax, (node) => {
    const specifier = specifierOf(node);
    const found = specifier === undefined ? undefined : resolved(syntax.fileName, specifier, tree);
    if (found !== undefined) imports.add(found);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      names.add(node.text);
    else if ('name' in node && ts.isObjectLiteralElement(node) && ts.isIdentifier(node.name as ts.Node))
      names.add((node.name as ts.Identifier).text);
  });
  return { imports: [...imports], names };
}

/** Where a name of a file comes from; no path where a package declares it. */
interface Imported {
  readonly path: string | undefined;
  /** What it is called there. */
  readonly name: string;
  readonly typeOnly: boolean;
}

/** Nothing for a name that the file does not import. */
export function importedFrom(graph: Graph, path: string, name: string): Imported | undefined {
  for (const statement of graph.get(path)?.syntax.statements ?? []) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { moduleSpecifier, importClause } = statement;
    const bindings = importClause?.namedBindings;
    if (importClause === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
    const found = bindings.elements.find((element) => element.name.text === name);
    if (found === undefined) continue;
    return {
      path: resolved(path, (moduleSpecifier as ts.StringLiteral).text, graph),
      name: (found.propertyName ?? found.name).text,
      typeOnly: importClause.isTypeOnly || found.isTypeOnly,
    };
  }
  return undefined;
}

function specifierOf(node: ts.Node): string | undefined {
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
        ? node.argument.literal
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined;
  return named !== undefined && ts.isStringLiteralLike(named) ? named.text : undefined;
}

function resolved(from: string, specifier: string, tree: Tree | Graph): string | undefined {
  const has = (path: string): boolean => (tree instanceof Map ? tree.has(path) : path in tree);
  if (!specifier.startsWith('.')) return undefined;
  const base = posix.join(posix.dirname(from), specifier).replace(/\.jsx?$/, '');
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find(has);
}
