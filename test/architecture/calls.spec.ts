import { describe, expect, it } from '@jest/globals';
import { declaredCalls } from '../../server/edge/http/call.js';
import { openApiDocument } from '../../server/edge/openapi/document.js';
import { filesBelow, read } from '../kit/sources.js';
import '../../server/app.module.js';

const ROUTE_DECORATOR = /@(Get|Post|Put|Delete|Patch|All|Head|Options|Sse)\(/;

describe('the calls of the API', () => {
  const calls = declaredCalls();

  it('are all made by @Handle, which cannot be written without an access', () => {
    const sources = filesBelow('server').filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
    expect(sources.filter((path) => ROUTE_DECORATOR.test(read(path)))).toEqual([]);
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.filter(({ access }) => !/^(public|user|real|demo|staff(:\w+)?)$/.test(access))).toEqual([]);
  });

  it('have a path of their own each', () => {
    const names = calls.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('say of every change that a barred account may not make it, and of no other call', () => {
    const { paths } = openApiDocument(calls) as { paths: Record<string, Record<string, { responses: object }>> };
    const refusalsOf = (method: string, path: string): string =>
      ['account.frozen', 'demo.expired']
        .filter((code) => JSON.stringify(paths[path]?.[method]?.responses).includes(`"${code}"`))
        .join();
    expect(refusalsOf('post', '/web/submitWithdrawal')).toBe('account.frozen');
    expect(refusalsOf('post', '/web/labelPayee')).toBe('account.frozen');
    expect(refusalsOf('post', '/web/regenerateDemo')).toBe('');
    expect(refusalsOf('post', '/web/quoteDust')).toBe('account.frozen,demo.expired');
    expect(refusalsOf('get', '/web/getWithdrawals')).toBe('');
  });

  it('are all in the API document, with a summary and views that exist', () => {
    const document = openApiDocument(calls) as {
      paths: Record<string, Record<string, object>>;
      components: { schemas: Record<string, object> };
    };
    const missing = calls.filter(({ method, path }) => {
      const operation = document.paths[`/${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
      return operation === undefined || !('responses' in operation);
    });
    expect(missing).toEqual([]);
    expect(calls.filter(({ summary }) => summary.length < 8).map(({ path }) => path)).toEqual([]);
    const used = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)/g)].map(
      (match) => match[1] ?? '',
    );
    expect([...new Set(used)].filter((name) => !(name in document.components.schemas))).toEqual([]);
  });
});
