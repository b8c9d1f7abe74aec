import { describe, expect, it } from '@jest/globals';
import './rendered.testkit';

const { NetworkError, RefusalError } = await import('./api');
const { onceEach } = await import('./use-once');

/** The token of each try; the last one is answered. */
async function tokensOf(tries: readonly (readonly [sent: string, error: Error | null])[]): Promise<string[]> {
  const once = onceEach();
  const tokens: string[] = [];
  for (const [sent, error] of tries) {
    const sending = (token: string) => (tokens.push(token), error === null ? Promise.resolve() : Promise.reject(error));
    await once(sent, sending).catch(() => undefined);
  }
  return tokens;
}

describe('what moves money and got no answer', () => {
  it.each([
    ['nothing came back', () => new NetworkError('unreachable')],
    ['the server was away', () => new RefusalError(503, 'away', { refusal: 'request.unavailable' } as never)],
  ])('goes out again under the same request token where %s', async (_, error) => {
    const [first, second] = await tokensOf([
      ['one', error()],
      ['one', null],
    ]);
    expect(second).toBe(first);
  });

  it('is a new request once it was answered, refused, or is something else', async () => {
    const refused = new RefusalError(422, 'no', { refusal: 'asset.insufficient' } as never);
    const tokens = await tokensOf([
      ['one', null],
      ['one', refused],
      ['one', new NetworkError('unreachable')],
      ['two', null],
    ]);
    expect(new Set(tokens).size).toBe(4);
  });
});
