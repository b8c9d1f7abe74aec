/**
 * Waits for what comes by itself, half a minute at most by default.
 * @throws when it has not come by then: a test that ends with a wait must be able to fail
 */
export async function until(done: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await done())) {
    if (Date.now() >= end) throw new Error(`has not come within ${seconds} s: ${done.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
