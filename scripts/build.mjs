// Builds what is stale: the server with SWC into dist/, the client and the console with Vite into dist/client and
// dist/admin. A part is stale when the content of its inputs differs from what its last build recorded.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, filesBelow, hashFiles, readJsonOrNull, readOrNull, sha256, withLock, writeFile } from './lib/files.mjs';
import { Unfit, main, step } from './lib/terminal.mjs';

const SERVER_ROOMS = ['contracts', 'shared', 'server', 'migrations', 'scripts', 'seeds', 'bench'];
const ASSET = /\.(json|csv|tsv|sql|html|txt)$/;
const RECORD = join(ROOT, 'dist', '.built.json');
const SPEC = /\.(spec|fixture)\.tsx?$/;

const isServerSource = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !SPEC.test(path);
const outputOf = (path) => path.replace(/\.ts$/, '.js');

/** Content hashes of everything that the server's build reads. */
function serverInputs() {
  const paths = SERVER_ROOMS.flatMap((room) => filesBelow(room)).filter(
    (path) => isServerSource(path) || ASSET.test(path),
  );
  return hashFiles([...paths, ...filesBelow('locales'), '.swcrc']);
}

/** One hash over everything that a Vite build of this app reads; the server's inputs are hashed already. */
function webInputs(app, server) {
  const own = [app, 'contracts', 'shared', 'locales']
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => !SPEC.test(path));
  // The client hands out that script.
  return sha256(
    JSON.stringify(
      hashFiles(
        [
          ...own,
          'scripts/lib/texts.mjs',
          'scripts/lib/without-schemas.mjs',
          'scripts/verify-liability.mjs',
          'package-lock.json',
          'tsconfig.json',
        ],
        server,
      ),
    ),
  );
}

/** What is stale: server files to write, server outputs to delete, and the web apps to build. */
export function findStale() {
  const record = readJsonOrNull(RECORD) ?? { server: {}, client: '', admin: '' };
  const server = serverInputs();
  const everything = server['.swcrc'] !== record.server['.swcrc'];
  const changed = Object.keys(server).filter(
    (path) =>
      path !== '.swcrc' &&
      (everything || server[path] !== record.server[path] || !existsSync(join(ROOT, 'dist', outputOf(path)))),
  );
  const removed = Object.keys(record.server).filter((path) => !(path in server));
  const web = ['client', 'admin']
    .filter((app) => existsSync(join(ROOT, app, 'index.html')))
    .map((app) => ({ app, hash: webInputs(app, server) }))
    .filter(({ app, hash }) => record[app] !== hash || !existsSync(join(ROOT, 'dist', app, 'index.html')));
  return { record, server, changed, removed, web, nothing: changed.length + removed.length + web.length === 0 };
}

/** Builds everything stale; prints nothing when nothing is. `web: false` leaves the two browser apps alone. */
export async function build({ web = true } = {}) {
  const wanted = (stale) => stale.changed.length + stale.removed.length + (web ? stale.web.length : 0) > 0;
  if (!wanted(findStale())) return;
  await withLock(join(ROOT, '.runtime', 'build.lock'), async () => {
    const stale = findStale();
    if (stale.changed.length + stale.removed.length > 0) await buildServer(stale);
    for (const { app, hash } of web ? stale.web : []) {
      await step(`building the ${app === 'client' ? 'client' : 'staff console'}`, () => viteBuild(app));
      save({ ...readJsonOrNull(RECORD), [app]: hash });
    }
  });
}

async function buildServer({ record, server, changed, removed }) {
  await step(`building the server (${changed.length} files)`, async () => {
    for (const path of removed) rmSync(join(ROOT, 'dist', outputOf(path)), { force: true });
    const problems = (await Promise.all(changed.map((path) => buildOne(path)))).filter(Boolean);
    if (problems.length > 0) throw new Unfit(`The server does not compile:\n\n${problems.join('\n\n')}`);
    save({ ...record, server });
  });
}

/** Compiles or copies one file; answers what is wrong with it, or null. */
async function buildOne(path) {
  const source = readOrNull(join(ROOT, path));
  if (source === null) return null;
  const output = join(ROOT, 'dist', outputOf(path));
  if (!isServerSource(path)) {
    writeFile(output, source);
    return null;
  }
  const { transform } = createRequire(import.meta.url)('@swc/core');
  try {
    const { code, map } = await transform(source.toString('utf8'), { filename: join(ROOT, path), cwd: ROOT });
    const name = outputOf(path).split('/').pop();
    writeFile(output, `${code}\n//# sourceMappingURL=${name}.map\n`);
    if (map) writeFile(`${output}.map`, map);
    return null;
  } catch (error) {
    return `${path}: ${error.message}`;
  }
}

function viteBuild(app) {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', app, '--outDir', join(ROOT, 'dist', app), '--emptyOutDir', '--logLevel', 'warn'];
  // A test run builds as well, and must not leave React's slow development build behind.
  const env = { ...process.env, NODE_ENV: 'production' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Unfit(`The build of ${app}/ failed:\n\n${withoutStack(output)}`)),
    );
  });
}

/** What a person needs of Vite's output: not where in Vite the mistake was noticed. */
function withoutStack(output) {
  const lines = output.trim().split('\n');
  return lines.filter((line) => !/^\s+at /.test(line)).join('\n');
}

function save(record) {
  writeFile(RECORD, JSON.stringify(record));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(() => build({ web: !process.argv.includes('--server') }));
}
