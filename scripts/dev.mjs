// `npm run dev`: the server is rebuilt and restarted when its sources change, the client and the console are served by
// Vite with hot replacement. One command; Ctrl-C ends all of it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/files.mjs';
import { main, print } from './lib/terminal.mjs';

const SERVER_ROOMS = ['contracts', 'shared', 'server', 'migrations', 'seeds', 'locales', 'scripts'];
const PROXIED = ['/web', '/staff', '/log/', '/docs', '/health', '/metrics'];
const port = process.env.PORT || '8080';

let server;
let clientUrl;
let ending = false;
let restarting = Promise.resolve();

await main(async () => {
  for (const room of SERVER_ROOMS.filter((name) => existsSync(join(ROOT, name)))) {
    watch(join(ROOT, room), { recursive: true }, (_, name) => name && !/\.spec\.tsx?$|~$/.test(name) && changed());
  }
  const apps = [
    ['client', 5173],
    ['admin', 5174],
  ];
  const vites = await Promise.all(apps.map(([app, at]) => serveApp(app, at)));
  [clientUrl] = vites[0]?.resolvedUrls?.local ?? [];
  if (rebuild()) startServer();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      await Promise.all([stopServer(), ...vites.map((vite) => vite?.close())]);
      process.exit(0);
    });
  }
});

let timer;
function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(async () => {
      if (ending || !rebuild()) return;
      await stopServer();
      if (!ending) startServer();
    });
  }, 150);
}

/** Builds the server; with a mistake in it the old one keeps running. */
function rebuild() {
  return spawnSync(process.execPath, ['scripts/build.mjs', '--server'], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

function startServer() {
  const env = {
    ...process.env,
    NODE_ENV: process.env.NODE_ENV || 'development',
    // A wallet signs for the address that the browser shows.
    PUBLIC_URL: process.env.PUBLIC_URL || clientUrl || '',
    GLASSBOOK_LAUNCHED_AT: String(Date.now()),
  };
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  server = spawn(process.execPath, ['--enable-source-maps', 'dist/scripts/serve.js'], { cwd: ROOT, stdio, env });
  server.on(
    'exit',
    (code) => code && !ending && print(`  the server ended (exit ${code}); it starts again with the next change`),
  );
}

function stopServer() {
  const old = server;
  if (!old || old.exitCode !== null || old.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    old.once('exit', resolve);
    old.kill('SIGTERM');
  });
}

async function serveApp(app, at) {
  if (!existsSync(join(ROOT, app, 'index.html'))) return undefined;
  const { createServer } = await import('vite');
  const target = `http://127.0.0.1:${port}`;
  const proxy = Object.fromEntries(PROXIED.map((path) => [path, { target }]));
  proxy['/socket.io'] = { target, ws: true };
  const configFile = ['ts', 'mts', 'js', 'mjs'].map((end) => join(ROOT, app, `vite.config.${end}`)).find(existsSync);
  const vite = await createServer({
    root: join(ROOT, app),
    configFile: configFile ?? false,
    server: { port: at, strictPort: false, proxy },
  });
  await vite.listen();
  const [address] = vite.resolvedUrls?.local ?? [];
  print(`  ${app === 'client' ? 'client ' : 'console'} with hot replacement  ${address}`);
  return vite;
}
