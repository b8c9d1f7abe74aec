// `npm test`: the same set-up as `npm start`, then every check and test there is. `all` as an argument repeats long what is
// repeated shortly else, `verify` leaves out what takes long; `lint` and `imports` run those checks alone. Ends with
// `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, writeFile } from './lib/files.mjs';
import { environmentOf, ensureModules, ensureNode } from './lib/runtime.mjs';
import { Unfit, duration, print } from './lib/terminal.mjs';

const startedAt = performance.now();
const total = { passed: 0, failed: 0 };
const suites = [];
const flaky = [];

try {
  const node = await ensureNode();
  await ensureModules(node);
  if (node === process.execPath) await testEverything(process.argv[2] ?? 'test');
  else testUnder(node);
} catch (error) {
  total.failed += 1;
  print(`\n${error instanceof Unfit ? error.message : error.stack}\n`);
  finish();
}

/** The same again under the pinned Node, whose last line is this one's too, unless it was killed before it came to that. */
function testUnder(node) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const again = spawnSync(node, args, { stdio: 'inherit', env: environmentOf(node) });
  process.exitCode = again.status ?? 1;
  if (again.status !== null) return;
  total.failed += 1;
  finish();
}

async function testEverything(what) {
  const stages = await import('./lib/stages.mjs');
  const { CHECKS, endAll, runChecks } = stages;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => (endAll(), process.exit(130)));
  process.env.NODE_ENV = 'test';
  process.env.TEST_LEVEL = what;
  process.env.TEST_DATA_DIR = join(ROOT, '.data', 'test-run');
  print(`\nGlassbook on Node ${process.version.slice(1)}\n`);
  const isCheck = what === 'lint' || what === 'imports';
  const isWhole = what === 'test' || what === 'all';
  const built = isCheck || (await counted('build', () => build(isWhole)));
  const names = Object.keys(CHECKS).filter((name) => !isCheck || name.startsWith(what));
  // The tests leave a core idle now and then; the checks take what is left.
  const checks = runChecks(names, { again: what === 'all', behind: !isCheck });
  if (built && !isCheck) await testStages(stages, isWhole);
  add(await checks);
  if (built && !isCheck) await report(what, isWhole);
  finish();
}

/** Keeps the manifest of the run, prints the slowest files, and counts a title that no file ran as a failure. */
async function report(what, isWhole) {
  const { lostTitles, slowest } = await import('./lib/suites.mjs');
  writeFile(join(ROOT, 'test-results', `manifest-${what}.json`), JSON.stringify({ suites, flaky }, null, 1));
  print(`\n  the ten slowest test files\n${slowest(suites).join('\n')}\n`);
  if (!isWhole) return;
  await counted('every title ran', () => {
    const lost = lostTitles(suites);
    if (lost.length > 0) throw new Error(lost.join('\n'));
  });
}

function finish() {
  for (const title of flaky) print(`  FLAKY   ${title}: failed among others, passed alone`);
  // Nothing tested is not a success.
  if (total.passed + total.failed === 0) total.failed = 1;
  print(`\n  all of it took ${duration(performance.now() - startedAt)}\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

async function testStages({ STAGES, runStage }, isWhole) {
  try {
    add(await runStage(STAGES.verify));
    if (!isWhole) return;
    const { ensurePython } = await import('./lib/python.mjs');
    await counted('a Python for the tests of the second reader', ensurePython);
    const { ensureChromium } = await import('./lib/chromium.mjs');
    const env = {};
    const browser = async () => (env.CHROMIUM_PATH = await ensureChromium());
    const hasBrowser = await counted('a Chromium for the browser tests', browser);
    const projects = STAGES.rest.projects.filter((project) => hasBrowser || project !== 'e2e');
    add(await runStage({ ...STAGES.rest, projects }, env));
  } finally {
    await counted('PostgreSQL of the tests stopped', stopTestCluster);
  }
}

async function build(web) {
  const { build: buildStale } = await import('./build.mjs');
  await buildStale({ web });
}

async function stopTestCluster() {
  const { isClusterRunning, openCluster } = await import('../dist/scripts/postgres/cluster.js');
  const directory = process.env.TEST_DATA_DIR;
  if (isClusterRunning(directory)) await (await openCluster({ directory })).stop();
}

/** Does a piece of work that counts as one test; answers whether it went well. */
async function counted(name, work) {
  const workedFrom = performance.now();
  try {
    await work();
    add({ passed: 1, failed: 0 });
    print(`  ok      ${name} (${duration(performance.now() - workedFrom)})`);
    return true;
  } catch (error) {
    add({ passed: 0, failed: 1 });
    print(`\n${error.message}\n\n  FAILED  ${name}`);
    return false;
  }
}

function add({ passed, failed, suites: more = [], flaky: unsure = [] }) {
  total.passed += passed;
  total.failed += failed;
  suites.push(...more);
  flaky.push(...unsure);
}
