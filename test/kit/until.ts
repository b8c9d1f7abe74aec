/** Waits for what comes by itself, half a minute at most unless told; the test then says what is wrong. */
export async function until(done: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await done()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}
