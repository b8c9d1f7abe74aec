/** Waits for what comes by itself, some seconds at most; the test then says what is wrong. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 500 && !(await done()); n += 1) await new Promise((resolve) => setTimeout(resolve, 20));
}
