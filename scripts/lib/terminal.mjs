// What the commands print. Progress goes to stderr, so that the output of `npm run audit` and the like stays clean.

/** Prints one line of progress. */
export function print(text) {
  process.stderr.write(`${text}\n`);
}

/** Milliseconds as a person reads them: `840 ms`, `12.3 s`, `3 min 20 s`. */
export function duration(elapsedMs) {
  if (elapsedMs < 1000) return `${Math.round(elapsedMs)} ms`;
  if (elapsedMs < 60_000) return `${(elapsedMs / 1000).toFixed(1)} s`;
  return `${Math.floor(elapsedMs / 60_000)} min ${Math.round((elapsedMs % 60_000) / 1000)} s`;
}

/** Runs one step, saying what it does before and how long it took after. */
export async function step(title, work) {
  const startedAt = performance.now();
  print(`  ${title} …`);
  const result = await work();
  print(`  ${title}: ${duration(performance.now() - startedAt)}`);
  return result;
}

/** A failure that a person can act on: printed as it is, without a stack. */
export class Unfit extends Error {}

/** Runs a command's main function; an {@link Unfit} ends it with its sentence, anything else with its stack. */
export async function main(run) {
  try {
    await run();
  } catch (error) {
    print(error instanceof Unfit ? `\n${error.message}\n` : `\n${error?.stack ?? String(error)}\n`);
    process.exitCode = typeof error?.exitCode === 'number' ? error.exitCode : 1;
  }
}
