import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallDeclaration } from '../../contracts/call.contract.js';
import { filesBelow, ROOT } from '../kit/sources.js';

const modules = filesBelow('contracts').filter((path) => path.endsWith('.calls.ts'));
const calls = (
  await Promise.all(modules.map((path) => import(join(ROOT, path)) as Promise<Record<string, CallDeclaration>>))
).flatMap((module) => Object.values(module).filter((value) => 'summary' in value));

/** Everything that a browser loads of an app. */
function scriptsOf(app: string): string {
  const folder = join(ROOT, 'dist', app, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

describe.each(['client', 'admin'])('the built %s', (app) => {
  const scripts = scriptsOf(app);

  it('knows calls by their method and path', () => {
    expect(calls.filter(({ path }) => scripts.includes(path)).length).toBeGreaterThan(30);
  });

  it('has no description of a call: everything but its address stays on the server', () => {
    const described = calls.filter(({ summary }) => scripts.includes(summary));
    expect(described.map(({ path }) => path)).toEqual([]);
  });
});

it('the built client has no schema at all', () => {
  expect(scriptsOf('client')).not.toContain('strictObject');
});
