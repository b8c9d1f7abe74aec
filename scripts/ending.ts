import { readFileSync } from 'node:fs';
import { isRunning } from './postgres/processes.js';

/** How a process that has begun to end is watched. */
export interface Ending {
  /** True once the end has begun. */
  begun(): boolean;
  /** Does the clearing up now, without ending the process. */
  quietly(): Promise<void>;
}

/**
 * Calls `clearUp` once when the process is asked to end: by Ctrl-C, by SIGTERM, by the death of one of its keepers, or by
 * an error that nobody caught. Asked a second time, it ends at once; the next start repairs what is left.
 */
export function onEnd(clearUp: () => Promise<void>, timeoutMs: number): Ending {
  let clearing: Promise<void> | undefined;
  let begunAt: number | undefined;
  const end = (reason: string, exitCode: number): void => {
    if (begunAt !== undefined) {
      // One Ctrl-C may arrive several times: from the terminal, from npm and from the launcher.
      if (performance.now() - begunAt > 1000) process.exit(130);
      return;
    }
    begunAt = performance.now();
    process.stderr.write(`\n  ${reason}: stopping …\n`);
    setTimeout(() => process.exit(1), timeoutMs).unref();
    (clearing ??= clearUp()).then(
      () => {
        process.stderr.write('  stopped\n');
        process.exit(exitCode);
      },
      (error: unknown) => {
        process.stderr.write(`  could not stop in order: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => end('Ctrl-C', 0));
  process.on('SIGTERM', () => end('asked to end', 0));
  process.on('SIGHUP', () => end('the terminal was closed', 0));
  process.on('uncaughtException', (error) => end(`an error that nobody caught (${error?.stack ?? String(error)})`, 1));
  process.on('unhandledRejection', (error) => end(`a promise that nobody watched (${String(error)})`, 1));
  watch(keepers(), () => end('what started this is gone', 0));
  return { begun: () => begunAt !== undefined, quietly: () => (clearing ??= clearUp()) };
}

/** Processes that this one must not outlive: its launcher, and the npm above it. Killed, they would leave the port taken. */
export function keepers(): number[] {
  const npm = process.env['npm_lifecycle_event'] ? ancestorNamed(/npm/) : undefined;
  return [...(process.channel ? [process.ppid] : []), ...(npm === undefined ? [] : [npm])];
}

function watch(pids: readonly number[], onGone: () => void): void {
  if (pids.length === 0) return;
  const timer = setInterval(() => {
    if (pids.every(isRunning)) return;
    clearInterval(timer);
    onGone();
  }, 250);
  timer.unref();
}

/** The nearest process above this one whose command line matches, where the system tells. */
function ancestorNamed(pattern: RegExp): number | undefined {
  let pid = process.ppid;
  try {
    for (let height = 0; height < 5 && pid > 1; height += 1) {
      const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
      if (pattern.test(program) || /^npm |\/npm(-cli\.js)? /.test(command)) return pid;
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      pid = Number.parseInt(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '', 10);
    }
  } catch {
    return undefined;
  }
  return undefined;
}
