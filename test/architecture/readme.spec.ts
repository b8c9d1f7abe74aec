import { describe, expect, it } from '@jest/globals';
import { VARIABLES } from '../../server/config/config.js';
import { has, read, readJson } from '../kit/sources.js';

const readme = read('README.md');

describe('README.md', () => {
  it('lists every setting with its default, and no other', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| +(?:`([^`]*)`)? *\|/gm)];
    const listed = rows.map(([, name, fallback]) => [name, fallback ?? '']);
    const known = Object.entries(VARIABLES).map(([name, { fallback }]) => {
      const text = name === 'DATA_DIR' ? '.data' : String(fallback ?? '');
      return [name, text];
    });
    expect(listed.sort()).toEqual(known.sort());
  });

  it('names only commands that there are', () => {
    const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');
    const named = [...readme.matchAll(/npm run ([a-z]+)/g)].map((found) => found[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('links only to pages that there are', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map((found) => found[1] ?? '');
    expect(links.filter((link) => !link.startsWith('http') && !has(link))).toEqual([]);
  });
});

describe('docs/decisions/dependencies.md', () => {
  it('has a reason for every package, and for no other', () => {
    const { dependencies, devDependencies } = readJson<Record<string, Record<string, string>>>('package.json');
    const rows = read('docs/decisions/dependencies.md').match(/^\| `.*?\|/gm) ?? [];
    const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((found) => found[1]));
    expect(named.sort()).toEqual([...Object.keys({ ...dependencies, ...devDependencies })].sort());
  });

  it('names the licence of every package as it declares it', () => {
    const { dependencies, devDependencies } = readJson<Record<string, Record<string, string>>>('package.json');
    const lines = [...read('docs/decisions/dependencies.md').matchAll(/^- ([\w(). -]+): (.*)$/gm)];
    const listed = new Map(
      lines.flatMap(([, licence = '', names = '']) =>
        [...names.matchAll(/`([^`]+)`/g)].map((found) => [found[1] ?? '', licence] as const),
      ),
    );
    const wrong = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
      const { license } = readJson<{ license: string }>(`node_modules/${name}/package.json`);
      return license !== (listed.get(name) ?? 'MIT');
    });
    expect(wrong).toEqual([]);
  });
});
