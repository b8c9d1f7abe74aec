// Finds a Chromium for the browser tests, installs one where that is allowed, or prints what to install.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { Unfit } from './terminal.mjs';

/** Draws the same pages without a browser's own windows around them, which saves a third of the work. */
const SHELL = 'chromium-headless-shell';
const PROGRAMS = [
  ...[SHELL, 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'],
];
const PACKAGES = [SHELL, 'fonts-noto-cjk', 'fonts-thai-tlwg'];
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const CACHES = ['.cache/ms-playwright', 'Library/Caches/ms-playwright', 'AppData/Local/ms-playwright'];
const IN_CACHE = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
];

/** Path of a Chromium that runs here, or null. CHROMIUM_PATH wins and must be right when it is set. */
function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (runs(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Unfit(`CHROMIUM_PATH is "${env.CHROMIUM_PATH}", which is not a Chromium that runs here.`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...FIXED, ...cached()].find((path) => existsSync(path) && runs(path)) ?? null;
}

/** As {@link findChromium}, but installs one with apt as root on Debian; otherwise prints what to install. */
export async function ensureChromium() {
  const found = findChromium();
  const isBest = process.env.CHROMIUM_PATH !== undefined || found?.endsWith(SHELL);
  if (found && isBest && hasFonts()) return found;
  await aptInstall(...PACKAGES);
  const installed = findChromium();
  if (installed) return installed;
  throw new Unfit(
    'The browser tests need a Chromium, and none was found. Install one, for example with ' +
      `\`apt-get install ${PACKAGES.join(' ')}\` or \`npx playwright-core install chromium\`, or set CHROMIUM_PATH to its program.`,
  );
}

function runs(path) {
  const tried = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  return tried.status === 0 && /Chrom|Edge/.test(tried.stdout);
}

/** Without fonts for Chinese and Thai the pages of those languages are boxes; if unknown, assume they are there. */
function hasFonts() {
  return ['zh', 'th'].every((language) => {
    const listed = spawnSync('fc-list', [`:lang=${language}`], { encoding: 'utf8' });
    return listed.status !== 0 || listed.stdout.trim() !== '';
  });
}

function cached() {
  return CACHES.map((cache) => join(homedir(), cache))
    .filter((cache) => existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .filter((name) => name.startsWith('chromium'))
        .map((name) => join(cache, name)),
    )
    .sort()
    .reverse()
    .flatMap((folder) => IN_CACHE.map((path) => join(folder, path)));
}
