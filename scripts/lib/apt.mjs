// Installs packages as root on Debian; elsewhere nothing happens, and the caller says what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { step } from './terminal.mjs';

const LIMIT_MS = 180_000;

export async function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  await step(`installing ${packages.join(', ')}`, () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) => spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: LIMIT_MS }).status === 0;
    const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
    // Its lists may be missing or old.
    if (!install() && apt('update')) install();
  });
}
