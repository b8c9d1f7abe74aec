import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const READER = resolve('scripts/second_reader');
const PYTHONS = ['python3', 'python'];

/** A Python that is new enough. Glassbook itself needs none; the tests of what is written in it do. */
const python = PYTHONS.find((name) => {
  const { status, stdout } = spawnSync(name, ['-c', 'import sys; print(sys.version_info >= (3, 11))'], {
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() === 'True';
});

interface Read {
  readonly code: number | null;
  readonly output: string;
}

/** What the reader in Python says of an export. Throws where no Python is installed: no test is left out. */
export function readInPython(folder: string, ...options: string[]): Read {
  return run(['-B', READER, folder, ...options]);
}

/** What some code prints that may import the modules of the reader. */
export function runPython(code: string): string {
  return run(['-B', '-c', `import sys; sys.path.insert(0, ${JSON.stringify(READER)})\n${code}`]).output.trim();
}

function run(args: readonly string[]): Read {
  if (python === undefined)
    throw new Error('The tests of scripts/second_reader need Python 3.11 or newer, as python3 on the PATH.');
  const { status, stdout, stderr } = spawnSync(python, args, { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

/** How much it compared of each noun. */
export function comparedIn(output: string): ReadonlyMap<string, number> {
  const lines = output.matchAll(/^(\S+) +(\d+) compared: /gm);
  return new Map([...lines].map(([, noun = '', count]) => [noun, Number(count)]));
}
