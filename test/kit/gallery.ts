import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { BrandView } from '../../contracts/content.contract.js';
import { openBrowser } from './console.js';
import { ROOT, filesBelow, read } from './sources.js';

/** The gallery in a development server, without the platform behind it. */
export interface StartedGallery {
  browser: Browser;
  /** Opens it; what a person would call a fault is collected. */
  open(query?: string): Promise<{ page: Page; faults: string[] }>;
  close(): Promise<void>;
}

const BRAND: BrandView = { name: 'Glassbook', tagline: '', logo: '', simulationNotice: '' };

export async function startGallery(): Promise<StartedGallery> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const vite = `${ROOT}/node_modules/vite/bin/vite.js`;
  const args = [vite, 'client', '--host', '127.0.0.1', '--port', `${port}`, '--strictPort', '--logLevel', 'info'];
  const env = { ...process.env, NODE_ENV: 'development', NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const serving = new Promise<true>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes(`:${port}`) && resolve(true));
  });
  if ((await Promise.race([serving, ended])) !== true) throw new Error('the development server did not start');
  const browser = await openBrowser();
  return {
    browser,
    open: (query = '') => openPage(browser, `${url}/gallery${query}`),
    async close() {
      await browser.close();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function openPage(browser: Browser, url: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const answer = { code: 7, message: '', data: BRAND, event: '', title: '', time: 0 };
  await page.route('**/web/**', (route) => route.fulfill({ json: answer }));
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  return { page, faults };
}

/** Every component that `client/ui` exports. */
export function exportedComponents(): string[] {
  return filesBelow('client/ui')
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => [...read(path).matchAll(/^export (?:default )?(?:function|class|const) ([A-Z]\w+)[\s<({=]/gm)])
    .map(([, name = '']) => name)
    .filter((name) => !/^[A-Z_]+$/.test(name))
    .sort();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
