import { declaredCalls } from './call.js';

/** Which methods a path takes, for the honest difference between 404 and 405. Only used when no route matched. */
export class KnownPaths {
  private readonly patterns: { pattern: RegExp; methods: readonly string[] }[];

  constructor(others: readonly { method: string; path: string }[] = []) {
    const byPath = new Map<string, string[]>();
    for (const { method, path } of [...declaredCalls(), ...others]) {
      const methods = byPath.get(path) ?? [];
      byPath.set(path, [...methods, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
    }
    this.patterns = [...byPath].map(([path, methods]) => ({ pattern: patternOf(path), methods }));
  }

  /** The methods of the path, or none when there is no such path. */
  methodsOf(url: string): readonly string[] {
    const path = url.split('?')[0]?.replace(/^\//, '') ?? '';
    return this.patterns.find(({ pattern }) => pattern.test(path))?.methods ?? [];
  }
}

function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) =>
      part === '*' ? '.+' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`^${parts.join('/')}/?$`);
}
