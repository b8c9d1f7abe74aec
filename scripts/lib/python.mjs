// Finds a Python for the tests of what is written in it, installs one where that is allowed, or prints what to install.
import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.mjs';
import { Unfit } from './terminal.mjs';

const NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))';
const isThere = () => ['python3', 'python'].some((name) => spawnSync(name, ['-c', NEW_ENOUGH]).status === 0);

export async function ensurePython() {
  if (isThere()) return;
  await aptInstall('python3');
  if (!isThere())
    throw new Unfit(
      'The tests of the second reader need Python 3.11 or newer, and none was found: `apt-get install python3`.',
    );
}
