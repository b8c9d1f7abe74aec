// Lets Node load the sources as they are: TypeScript by SWC, each text translated once and kept.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'native-tests');
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;
const NO_STYLES = new URL('../no-styles.ts', import.meta.url).href;
/** Imports of client and console name no ending, or a folder. */
const ENDINGS = ['.ts', '.tsx', '/index.ts'];
const { version } = createRequire(import.meta.url)('@swc/core/package.json');
const translator = sha256(`${version} ${readFileSync(join(ROOT, '.swcrc'), 'utf8')}`);

/** Where each loaded source has its map, for the lines that a failure names. */
export const maps = new Map();

export function loadSources() {
  mkdirSync(CACHE, { recursive: true });
  enableCompileCache(join(CACHE, 'compiled'));
  registerHooks({ resolve, load });
}

function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  const isOurs = /^\.{1,2}\//.test(specifier) && /\.tsx?$/.test(context.parentURL ?? '');
  if (isOurs && specifier.endsWith('.module.css')) return { url: NO_STYLES, shortCircuit: true };
  for (const ending of isOurs ? ENDINGS : []) {
    const source = new URL(specifier.replace(/\.js$/, '') + ending, context.parentURL);
    if (existsSync(source)) return { url: source.href, shortCircuit: true };
  }
  return next(specifier, context);
}

function load(url, context, next) {
  return /\.tsx?$/.test(url) ? { format: 'module', source: translated(url), shortCircuit: true } : next(url, context);
}

function translated(url) {
  const path = fileURLToPath(url);
  const text = readFileSync(path, 'utf8');
  const kept = join(CACHE, `${sha256(`${translator} ${path} ${text}`)}.mjs`);
  maps.set(url, `${kept}.map`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code, map } = swc.transformSync(text, { filename: path, cwd: ROOT, sourceMaps: true });
  writeFileSync(`${kept}.map`, map);
  // Other workers read meanwhile: they see the whole file or none.
  writeFileSync(`${kept}.${process.pid}`, code);
  renameSync(`${kept}.${process.pid}`, kept);
  return code;
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}
