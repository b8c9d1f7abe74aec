import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { filesBelow, read, readJson } from '../kit/sources.js';

// The one place where Nest's own route decorators are used: it makes them from a call's declaration.
const DOOR = 'server/edge/http/call.ts';
const ACCESS = /^(public|user|real|demo|staff|staff:[a-z-]+)$/;

interface Route {
  where: string;
  decorators: string[];
  method?: string;
  path?: string;
  access?: string;
}

const sources = filesBelow('server').filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
const routes = sources.filter((path) => path.endsWith('.controller.ts')).flatMap(routesOf);
const calls = routes.filter((route) => route.path !== undefined);

describe('the routes', () => {
  it('all go through a call’s declaration, which cannot be made without saying who may make it', () => {
    expect(routes.filter(({ decorators }) => !decorators.includes('Call')).map(({ where }) => where)).toEqual([]);
    const around = sources.filter((path) => path !== DOOR && /@(Get|Post|Put|Patch|Delete|All)\(/.test(read(path)));
    expect(around).toEqual([]);
  });

  it('all say who may use them, in words that can be read where they stand', () => {
    expect(calls.filter(({ access }) => !ACCESS.test(access ?? '')).map(({ where }) => where)).toEqual([]);
  });

  it('are open to everybody only where that was decided', () => {
    const open = calls.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual(readJson('test/golden/public-calls.json'));
  });

  it('of the console are for staff, and only those', () => {
    const mixed = calls.filter(({ path, access }) => {
      const login = access === 'public' && path === 'staff/login';
      return !login && path?.startsWith('staff/') !== access?.startsWith('staff');
    });
    expect(mixed.map(({ where }) => where)).toEqual([]);
  });

  it('are two of a kind nowhere', () => {
    const names = calls.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

/** Every public method of the controllers of a file. */
function routesOf(file: string): Route[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isClassDeclaration).flatMap((owner) => {
    if (!decoratorsOf(owner).some(({ name }) => name === 'Controller')) return [];
    const methods = owner.members.filter(ts.isMethodDeclaration).filter((method) => {
      const kinds = (ts.getModifiers(method) ?? []).map(({ kind }) => kind);
      return !kinds.includes(ts.SyntaxKind.PrivateKeyword) && !ts.isPrivateIdentifier(method.name);
    });
    return methods.map((method) => routeOf(`${file}#${method.name.getText(source)}`, method));
  });
}

function routeOf(where: string, method: ts.MethodDeclaration): Route {
  const decorators = decoratorsOf(method);
  const call = decorators.find(({ name }) => name === 'Call')?.first;
  const fields = call && ts.isObjectLiteralExpression(call) ? call.properties.filter(ts.isPropertyAssignment) : [];
  const text = (name: string): string | undefined => {
    const value = fields.find((field) => field.name.getText() === name)?.initializer;
    return value && ts.isStringLiteralLike(value) ? value.text : undefined;
  };
  const said = { method: text('method'), path: text('path'), access: text('access') };
  return { where, decorators: decorators.map(({ name }) => name), ...(said as Partial<Route>) };
}

function decoratorsOf(node: ts.HasDecorators): { name: string; first?: ts.Expression }[] {
  return (ts.getDecorators(node) ?? []).map(({ expression }) => {
    if (!ts.isCallExpression(expression)) return { name: expression.getText() };
    const first = expression.arguments[0];
    return { name: expression.expression.getText(), ...(first && { first }) };
  });
}
