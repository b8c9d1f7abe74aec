import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

let known: ReadonlySet<string> | undefined;

/** The ten thousand passwords that are tried first, in lower case; read when the first password is chosen. */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(join(projectRoot, 'seeds', 'common-passwords.txt'), 'utf8')
      .split('\n')
      .slice(1),
  );
  return known;
}
