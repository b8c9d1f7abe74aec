import ts from 'typescript';
import { everyNode, importedFrom, isProduction, type Graph } from './source-graph.js';

/** A class where it is declared. */
interface Found {
  readonly path: string;
  readonly node: ts.ClassDeclaration;
}

/**
 * What Nest could not construct: a provider or controller with parameters and no decorator, or with a parameter whose type is
 * gone when the server runs. Nest itself says so only at the start.
 */
export function wiringFaults(graph: Graph): string[] {
  const faults = new Set<string>();
  for (const [path, { syntax }] of graph) {
    if (!isProduction(path)) continue;
    everyNode(syntax, (node) => {
      if (ts.isClassDeclaration(node) && decoratorsOf(node).includes('Module')) check({ path, node });
      if (!isListOfClasses(node)) return;
      for (const one of listed(graph, path, node)) {
        if (typeof one === 'string') faults.add(`${path}: ${one}`);
        else check(one);
      }
    });
  }
  return [...faults].sort();

  function check(found: Found): void {
    for (const fault of faultsOf(graph, found)) faults.add(`${found.path}: ${fault}`);
  }
}

type Listing = ts.PropertyAssignment | ts.ShorthandPropertyAssignment;

function isListOfClasses(node: ts.Node): node is Listing {
  const isProperty = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
  return isProperty && ['providers', 'controllers'].includes(node.name.getText());
}

/** The classes of a list, and a sentence for what this function does not understand. */
function listed(graph: Graph, path: string, property: Listing): (Found | string)[] {
  const list = ts.isPropertyAssignment(property) ? property.initializer : property.name;
  return elements(list).flatMap((element) => {
    const named = ts.isObjectLiteralExpression(element) ? madeByClass(element) : element;
    // A value, another provider, a function that makes it: nothing for Nest to construct.
    if (named === undefined || ts.isCallExpression(named)) return [];
    const found = ts.isIdentifier(named) ? classNamed(graph, path, named.text) : undefined;
    return [found ?? `nobody can see which class ${named.getText()} is`];
  });

  function elements(expression: ts.Expression): ts.Expression[] {
    if (ts.isArrayLiteralExpression(expression)) {
      return expression.elements.flatMap((one) => elements(ts.isSpreadElement(one) ? one.expression : one));
    }
    const constant = ts.isIdentifier(expression) ? constantNamed(expression) : undefined;
    return constant === undefined ? [expression] : elements(constant);
  }
}

function madeByClass(provider: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const property = provider.properties.find((one) => one.name?.getText() === 'useClass');
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

function constantNamed(name: ts.Identifier): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  everyNode(name.getSourceFile(), (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name.text) found = node.initializer;
  });
  return found;
}

function faultsOf(graph: Graph, { path, node }: Found): string[] {
  const name = node.name?.text ?? 'a class';
  const parameters = node.members.find((one) => ts.isConstructorDeclaration(one))?.parameters ?? [];
  if (parameters.length === 0) return [];
  if (decoratorsOf(node).length === 0) return [`${name} has no decorator, so Nest does not know its parameters`];
  return parameters
    .filter(
      (parameter) => !decoratorsOf(parameter).includes('Inject') && !isClassAtRuntime(graph, path, parameter.type),
    )
    .map((parameter) => `${name} asks for ${parameter.name.getText()} by a type that is gone at run time`);
}

function isClassAtRuntime(graph: Graph, path: string, type: ts.TypeNode | undefined): boolean {
  if (type === undefined || !ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
  const { text } = type.typeName;
  const imported = importedFrom(graph, path, text);
  if (imported?.typeOnly === true) return false;
  // Of a package only its import is known.
  return (imported !== undefined && imported.path === undefined) || classNamed(graph, path, text) !== undefined;
}

function classNamed(graph: Graph, path: string, name: string): Found | undefined {
  const imported = importedFrom(graph, path, name);
  const place = imported === undefined ? path : imported.path;
  const syntax = place === undefined ? undefined : graph.get(place)?.syntax;
  const node = syntax?.statements.find(
    (one) => ts.isClassDeclaration(one) && one.name?.text === (imported?.name ?? name),
  );
  return place === undefined || node === undefined ? undefined : { path: place, node: node as ts.ClassDeclaration };
}

function decoratorsOf(node: ts.HasDecorators): string[] {
  return (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
}
