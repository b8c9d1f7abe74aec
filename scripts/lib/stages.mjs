// The stages of `npm test`: what each runs, and how its result is counted.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, filesBelow, hashFiles, readJsonOrNull, sha256, writeFile } from './files.mjs';
import { duration, print } from './terminal.mjs';
import { failedFiles, secondLook, suitesOf } from './suites.mjs';

const MINUTE_MS = 60_000;
// The build machine gives up after this long, and then nothing at all is known.
const RUN_LIMIT_MS = 80 * MINUTE_MS;
const LEAST_LIMIT_MS = MINUTE_MS / 4;
const tool = (name) => join('node_modules', ...name.split('/'));

/** The checks that are not jest's: each counts as one test. */
export const CHECKS = {
  format: [tool('oxfmt/bin/oxfmt'), '--list-different', '.'],
  'lint, with types': [tool('oxlint/bin/oxlint'), '.'],
  imports: [
    tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...rooms()],
  ],
};

/** By check: what the sources were when it passed last. */
const PASSED = join(ROOT, 'node_modules', '.cache', 'glassbook', 'checks.json');

/** More than this that fail at once are no chance. */
const SECOND_LOOK_FILES = 3;
/** Who kills servers, or falsifies a history, has to find the same each time. */
const NO_SECOND_LOOK = /[\\/]test[\\/](crash|integration[\\/]tamper)/;

/**
 * jest's projects, in two runs. What calculates takes one worker a core, and two cores are what every machine has. The rest waits
 * now for a browser, now for a disk: one more worker keeps both cores busy to 97%. With a fourth all of it took a quarter longer,
 * because whatever waits costs time of both, and tests failed that wait for half a minute at most. What waits for processes, disks
 * and browsers of a shared machine gets a second look, alone; what calculates gets none.
 */
export const STAGES = {
  verify: { projects: ['unit', 'architecture', 'simulation'], workers: 2, limitMs: 20 * MINUTE_MS },
  rest: { projects: ['integration', 'api', 'crash', 'e2e'], workers: 3, limitMs: RUN_LIMIT_MS, looks: 2 },
};

function rooms() {
  const known = ['contracts', 'shared', 'server', 'client', 'admin', 'migrations', 'seeds', 'bench', 'scripts', 'test'];
  return known.filter((room) => filesBelow(room).length > 0);
}

/**
 * Runs some of {@link CHECKS}, two at a time and perhaps `behind` everything else that runs, and answers `{ passed, failed }`.
 * One that has passed over the same sources is not repeated, unless wanted `again`.
 */
export async function runChecks(names, { again = false, behind = false } = {}) {
  const waiting = [...names];
  const total = { passed: 0, failed: 0 };
  const digest = digestOfSources();
  const passed = readJsonOrNull(PASSED) ?? {};
  const check = async (name) => {
    if (!again && passed[name] === digest) return 'nothing has changed since it passed';
    const startedAt = performance.now();
    const options = { capture: true, limitMs: RUN_LIMIT_MS, priority: behind ? constants.priority.PRIORITY_LOW : 0 };
    const { code, output } = await run(CHECKS[name], options);
    if (code === 0) writeFile(PASSED, JSON.stringify(Object.assign(passed, { [name]: digest })));
    else throw new Error(`\n${output.trim()}\n`);
    return duration(performance.now() - startedAt);
  };
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      try {
        print(`  ok      ${name} (${await check(name)})`);
        total.passed += 1;
      } catch (error) {
        print(`${error.message}\n  FAILED  ${name}`);
        total.failed += 1;
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return total;
}

function digestOfSources() {
  const sources = filesBelow('').filter((path) => !path.startsWith('test-results/'));
  return sha256(JSON.stringify(hashFiles(sources)));
}

/**
 * Runs a stage's projects and answers `{ passed, failed, flaky, suites }`; a test file that cannot even be loaded counts as one
 * failure. With a second look the few files that failed are run again, alone: `flaky` names the tests that pass then.
 */
export async function runStage({ projects, workers, limitMs, looks = 1 }, env = {}) {
  const startedAt = performance.now();
  const name = projects.join(', ');
  print(`\n  ${name} tests …`);
  const first = await runJest(projects, { workers, limitMs, env });
  const again = looks > 1 ? failedFiles(first.report) : [];
  const isLookedAt =
    again.length > 0 && again.length <= SECOND_LOOK_FILES && !again.some((path) => NO_SECOND_LOOK.test(path));
  const { report, code, flaky } = isLookedAt ? await lookAgain(first, again, projects, { limitMs, env }) : first;
  const { passed, failed, skipped } = count(report, code);
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  const took = duration(performance.now() - startedAt);
  print(`  ${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed${left} (${took})`);
  return { passed, failed, flaky, suites: suitesOf(report) };
}

async function lookAgain(first, files, projects, { limitMs, env }) {
  print(`\n  again, alone, the files that failed: ${files.length} …`);
  const second = await runJest(projects, { workers: 1, limitMs, env, files });
  if (second.report === null) return first;
  return { code: second.code, ...secondLook(first.report, second.report) };
}

/** One run of jest: its report, or `null` when it ended without. */
async function runJest(projects, { workers, limitMs, env, files = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-jest-'));
  const path = join(folder, 'report.json');
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    // Workers inherit it: with less room for what is new, collecting it takes a seventh of their time.
    '--max-semi-space-size=32',
    tool('jest/bin/jest.js'),
    '--selectProjects',
    ...projects,
  ];
  args.push('--passWithNoTests', '--json', `--outputFile=${path}`, `--maxWorkers=${workers}`);
  args.push('--reporters', 'default', '--reporters', 'summary');
  if (files.length > 0) args.push('--runTestsByPath', ...files);
  const leftMs = Math.max(LEAST_LIMIT_MS, RUN_LIMIT_MS - process.uptime() * 1000);
  const { code } = await run(args, { env, limitMs: Math.min(limitMs, leftMs) });
  const report = readJsonOrNull(path);
  rmSync(folder, { recursive: true, force: true });
  return { report, code, flaky: [] };
}

/** jest's report in two numbers; without one, or with a bad exit and nothing failed, the stage itself is the failure. */
export function count(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: report.numPendingTests };
}

/** Runs a Node program in the root folder; one that takes longer than it may is ended together with its children. */
function run(args, { capture = false, env = {}, limitMs, priority = 0 }) {
  const stdio = capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2];
  const windows = process.platform === 'win32';
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio,
    env: { ...process.env, ...env },
    detached: !windows,
  });
  if (child.pid !== undefined && priority > 0) setPriority(child.pid, priority);
  const kill = (signal) => {
    try {
      if (windows) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has just ended by itself.
    }
  };
  running.add(kill);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      print(`  took longer than ${duration(limitMs)} and was ended`);
      kill('SIGKILL');
    }, limitMs);
    const done = (code) => {
      clearTimeout(timer);
      running.delete(kill);
      resolve({ code: code ?? 1, output });
    };
    child.on('error', (error) => ((output += error.message), done(1)));
    child.on('close', done);
  });
}

const running = new Set();

/** Ends everything that runs: for a Ctrl-C, which does not reach children in groups of their own. */
export function endAll() {
  for (const kill of running) kill('SIGTERM');
}
