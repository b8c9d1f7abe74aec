import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { ENTRY_SCREENS } from './app/entry-screens.ts';
import { homePage } from './home-page.ts';
import { languageKeys } from '../shared/language.ts';

const PACKED = /\.(js|css|html|svg|json|txt)$/;
const WORTH_BYTES = 1024;

type Bundle = Parameters<Extract<NonNullable<Plugin['writeBundle']>, (...args: never[]) => unknown>>[1];
interface Chunk {
  fileName: string;
  facadeModuleId?: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Lists the files of each first screen (`first-paint.js` fetches them at once, instead of one after the other), and compresses
 * every file at the highest level, for which a request has no time.
 */
export function firstLoad(): Plugin {
  return {
    name: 'glassbook-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (bundle === undefined) return html;
        const needed = JSON.stringify(neededFirst(bundle)).replaceAll('"', '&quot;');
        return html
          .replace('<script src="/first-paint.js">', `<script src="/first-paint.js" data-needed="${needed}">`)
          .replaceAll(/<(script type="module"|link rel="modulepreload") /g, '<$1 fetchpriority="low" ');
      },
    },
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => PACKED.test(name));
      const homes = await writeHomePages(dir ?? '', bundle['index.html']);
      await Promise.all([...names, ...homes].map((name) => pack(join(dir ?? '', name))));
    },
  };
}

/** The home page as it is served first, a file a language: `home.<language>.html`. */
async function writeHomePages(folder: string, page: Bundle[string] | undefined): Promise<string[]> {
  if (page?.type !== 'asset') throw new Error('the build has no index.html');
  return Promise.all(
    languageKeys.map(async (key) => {
      const name = `home.${key}.html`;
      await writeFile(join(folder, name), await homePage(String(page.source), key));
      return name;
    }),
  );
}

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

async function pack(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await withBrotli(content, { params }));
  await writeFile(`${path}.gz`, await withGzip(content, { level: 9 }));
}

/** `screens`: files by path. `texts`: file by language and noun, `common` and the `list` of all always among them. */
function neededFirst(bundle: Bundle) {
  // oxlint-disable-next-line house/no-erasing-cast -- the bundler does not export the type of its chunks.
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as Chunk[];
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find((chunk) => (chunk as { isEntry?: boolean }).isEntry);
  const there = entry === undefined ? new Set<string>() : filesOf(entry, byName);
  const screens: Record<string, string[]> = {};
  const nouns: Record<string, readonly string[]> = {};
  for (const { paths, module, nouns: some } of ENTRY_SCREENS) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/features/${module}`));
    const files = chunk === undefined ? [] : [...filesOf(chunk, byName)].filter((file) => !there.has(file));
    for (const path of paths) [screens[path], nouns[path]] = [files, ['list', 'common', ...some]];
  }
  return { screens, nouns, texts: textFiles(chunks) };
}

/** A chunk with everything that it imports before it can run, styles included. */
function filesOf(chunk: Chunk, byName: ReadonlyMap<string, Chunk>, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const name of chunk.imports) {
    const imported = byName.get(name);
    if (imported !== undefined) filesOf(imported, byName, found);
  }
  return found;
}

function textFiles(chunks: readonly Chunk[]): Record<string, Record<string, string>> {
  const wanted = new Set(['common', ...ENTRY_SCREENS.flatMap(({ nouns }) => nouns)]);
  const texts: Record<string, Record<string, string>> = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const path = facadeModuleId ?? '';
    const [, listed] = /\/client\/lib\/texts\/(\w+)\.ts$/.exec(path) ?? [];
    if (listed !== undefined) (texts[listed] ??= {})['list'] = fileName;
    const [, language, noun] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
    if (language !== undefined && noun !== undefined && wanted.has(noun)) (texts[language] ??= {})[noun] = fileName;
  }
  return texts;
}
