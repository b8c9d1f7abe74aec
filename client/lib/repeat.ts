/** How long to wait before each further try of a change that got no answer. */
export const REPEAT_AFTER_MS: readonly number[] = [1000, 3000];

/**
 * Retries a request without an answer. The caller sends the same request token each time, so the server acts once and repeats its
 * answer. An answered request, even a refused one, is never retried.
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
