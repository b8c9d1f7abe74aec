/** How long to wait before each further try of a change that got no answer. */
export const REPEAT_AFTER_MS: readonly number[] = [1000, 3000];

/**
 * Tries again what got no answer. The caller sends the same request token each time, so whatever the first try did is done
 * once, and its answer comes back. What was answered, if only by a refusal, is never tried again.
 */
export async function repeatUnanswered<Answer>(
  send: () => Promise<Answer>,
  unanswered: (error: unknown) => boolean,
  wait: (ms: number) => Promise<void>,
): Promise<Answer> {
  for (const ms of REPEAT_AFTER_MS) {
    try {
      return await send();
    } catch (error) {
      if (!unanswered(error)) throw error;
      await wait(ms);
    }
  }
  return send();
}
