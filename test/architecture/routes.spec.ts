import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { declaredCalls } from '../../server/edge/http/call.js';
import { staffLists } from '../../server/staff/lists/all.js';
import { filesBelow, read, readJson } from '../kit/sources.js';
import '../../server/app.module.js';

// The one place where Nest's own route decorators are used: it makes them from a call's declaration.
const DOOR = 'server/edge/http/call.ts';
const ACCESS = /^(public|user|real|demo|staff|staff:[a-z-]+)$/;

const sources = filesBelow('server').filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
const methods = sources.flatMap(methodsOf);
const calls = declaredCalls();
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

describe('the routes', () => {
  it('all go through a call’s declaration, which cannot be made without saying who may make it', () => {
    expect(methods.filter(({ decorators }) => !decorators.includes('Handle')).map(({ where }) => where)).toEqual([]);
    // Lists of the console declare their calls, which one controller serves.
    const ofLists = staffLists.flatMap(({ call, rowCall }) => (rowCall === undefined ? [call] : [call, rowCall]));
    expect(methods.length + ofLists.length).toBe(calls.length);
    const around = sources.filter((path) => path !== DOOR && /@(Get|Post|Put|Patch|Delete|All)\(/.test(read(path)));
    expect(around).toEqual([]);
  });

  it('all say who may use them, in words of a list', () => {
    expect(calls.filter(({ access }) => !ACCESS.test(access)).map(nameOf)).toEqual([]);
  });

  it('are open to everybody only where that was decided', () => {
    const open = calls.filter(({ access }) => access === 'public').map(nameOf);
    expect(open.sort()).toEqual(readJson('test/golden/public-calls.json'));
  });

  it('of the console are for staff, and only those', () => {
    const mixed = calls.filter(({ path, access }) => {
      const login = access === 'public' && path === 'staff/login';
      return !login && path.startsWith('staff/') !== access.startsWith('staff');
    });
    expect(mixed.map(nameOf)).toEqual([]);
  });

  it('are two of a kind nowhere', () => {
    const names = calls.map(nameOf);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

/** Every public method of the controllers of a file. */
function methodsOf(file: string): { where: string; decorators: string[] }[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isClassDeclaration).flatMap((owner) => {
    if (!decoratorsOf(owner).includes('Controller')) return [];
    const all = owner.members.filter(ts.isMethodDeclaration).filter((method) => {
      const kinds = (ts.getModifiers(method) ?? []).map(({ kind }) => kind);
      return !kinds.includes(ts.SyntaxKind.PrivateKeyword) && !ts.isPrivateIdentifier(method.name);
    });
    return all.map((method) => ({
      where: `${file}#${method.name.getText(source)}`,
      decorators: decoratorsOf(method),
    }));
  });
}

function decoratorsOf(node: ts.HasDecorators): string[] {
  return (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
}
