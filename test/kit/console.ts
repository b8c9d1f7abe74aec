import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { startApp, type StartAppOptions, type StartedApp } from './app.js';
import { watchFaults } from './browser.js';
import { migratedDatabase } from './migrated.js';
import { builtScreens } from './screens.js';
import { startServer } from './server-process.js';
import { startStaffed } from './staff-client.js';
import { firstLogin, nextCode, sessionOf, staffPost, type StaffKeys } from './staff-keys.js';

/** What the browser must never do: no quiet calls to its maker, no graphics hardware. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A server with the built screens, and a browser. */
export interface StartedClient {
  /** `http://127.0.0.1:<port>` */
  url: string;
  browser: Browser;
  close(): Promise<void>;
}

/** The same, with the staff of its first start. */
export interface StartedConsole extends StartedClient {
  /** How each account gets in. */
  keys: Map<string, StaffKeys>;
}

/** The server as it is delivered: a process of its own. */
export interface StartedProcess extends StartedConsole {
  databaseUrl: string;
  dataDir: string;
  /** What the server has printed so far. */
  output(): string;
}

/** The first start on a busy machine reads all of it from the disk. */
const LAUNCH_MS = 120_000;

/** The machine's Chromium. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: BROWSER_ARGS, timeout: LAUNCH_MS });
}

/** For journeys that need no staff. */
export async function startClient(
  options: Pick<StartAppOptions, 'instruments'> = {},
): Promise<StartedClient & StartedApp> {
  const started = await startApp({ ...options, clientDir: builtScreens().clientDir });
  return { ...started, ...(await withBrowser(started)) };
}

/** A server that a test reaches into, with both screens, its staff, and more of them by `member`. */
export interface StaffedConsole extends StartedConsole, StartedApp, Pick<Staffed, 'member'> {}
type Staffed = Awaited<ReturnType<typeof startStaffed>>;

export async function startConsole(): Promise<StaffedConsole> {
  const { started, keys, member } = await startStaffed(builtScreens());
  return { ...started, ...(await withBrowser(started)), keys, member };
}

async function withBrowser(started: StartedApp): Promise<StartedClient> {
  const browser = await openBrowser();
  return {
    url: started.url,
    browser,
    async close() {
      await browser.close();
      await started.close();
    },
  };
}

/** The built server takes seconds to start: for journeys that are about what is delivered. */
export async function startProcess(): Promise<StartedProcess> {
  builtScreens();
  const database = await migratedDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'glassbook-console-'));
  const server = await startServer(dataDir, { DATABASE_URL: database.url });
  const keys = new Map<string, StaffKeys>();
  for (const [name, initial] of passwordsIn(server.output()))
    keys.set(name, await firstLogin(staffPost(server.url), name, initial));
  const browser = await openBrowser();
  return {
    url: server.url,
    keys,
    browser,
    databaseUrl: database.url,
    dataDir,
    output: server.output,
    async close() {
      await browser.close();
      await server.end('SIGINT');
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Lines such as `auditor   <password>   auditor` below the heading of the staff accounts. */
function passwordsIn(printed: string): Map<string, string> {
  const lines = printed.matchAll(/^ {2}([a-z]+) +(\S{16,}) +([a-z]+)$/gm);
  return new Map([...lines].map(([, login, password]) => [login ?? '', password ?? '']));
}

/** A window of the console, and everything in it that a user would call a fault. */
export interface ConsoleWindow {
  page: Page;
  faults: string[];
}

/**
 * Opens the console, signed in at `now` by the server's clock; the form for it has its own journey.
 */
export async function signIn(
  { url, keys, browser, now }: Pick<StartedConsole, 'url' | 'keys' | 'browser'> & { now?: number },
  name: string,
  options: BrowserContextOptions = {},
): Promise<ConsoleWindow> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options });
  const session = await sessionOf(staffPost(url), keys.get(name) as StaffKeys, now);
  await context.addInitScript((kept) => {
    // Not once more after it has ended.
    if (sessionStorage.length === 0) sessionStorage.setItem('glassbook.staff', kept);
  }, JSON.stringify(session));
  const page = await context.newPage();
  const faults = await watchFaults(page, url);
  await page.goto(`${url}/admin/#/`);
  await page.locator('[data-health]').waitFor();
  return { page, faults };
}

/**
 * Goes to another screen by its address. Only what stands behind the `#` changes, so the screen that is left stays until the
 * next one is drawn; that one is waited for by its name in the bar.
 */
export async function goTo(page: Page, place: string): Promise<void> {
  const address = new URL(`/admin/#/${place}`, page.url()).href;
  if (page.url() === address) return;
  await page.evaluate("for (const name of document.querySelectorAll('h1 > *')) name.setAttribute('data-left', '')");
  await page.goto(address);
  await page.locator('h1 > :not([data-left])').first().waitFor();
}

/** The rows of a list. While it is read, its table has rows as well, which hold nothing and hear no key. */
export const rowsOf = (page: Page): Locator => page.locator('main tbody .RaDataTable-row');

/** Types name and password, then the code. */
export async function enter(page: Page, keys: StaffKeys, now?: number): Promise<void> {
  await page.getByLabel('Name').fill(keys.name);
  await page.getByLabel('Password').fill(keys.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Code').fill(nextCode(keys, now));
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Opens every image of the request on the workbench and ticks every field, by keys; an approval is being prepared. */
export async function compareByKeys(page: Page): Promise<void> {
  await page.locator('[data-draft=approved]').waitFor();
  const left = page.locator('[data-images-left]');
  for (let closed = await left.count(); closed > 0; closed = await left.count()) {
    const before = await left.getAttribute('data-images-left');
    await page.keyboard.press('o');
    await page.locator(`[data-images-left="${before}"]`).waitFor({ state: 'detached' });
    await page.keyboard.press('i');
  }
  const ticks = await page.locator('[data-checks] input').count();
  for (let n = 1; n <= ticks; n += 1) await page.keyboard.press(String(n));
}
