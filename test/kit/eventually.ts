import { expect } from '@jest/globals';

/** jest's matchers, each of which answers once it holds. */
type Eventually<Value> = ReturnType<typeof expect<Value>>['resolves'];

const PAUSE_MS = 50;

/**
 * `await eventually(() => read()).toBe(…)`: like `expect`, but reads again until the matcher holds, half a minute at most by default. A page needs a moment after a key or a click, so a test that reads it once fails by chance.
 * @throws what the matcher says of the last answer
 */
export function eventually<Value>(read: () => Value | Promise<Value>, seconds = 30): Eventually<Value> {
  const matchers = (known: object, of: (value: Value) => object): object =>
    new Proxy(known, {
      get: (_, name) =>
        Reflect.get(known, name) ??
        ((...expected: unknown[]) => held(async () => Reflect.get(of(await read()), name)(...expected), seconds)),
    });
  const not = matchers({}, (value) => expect(value).not);
  return matchers({ not }, (value) => expect(value)) as Eventually<Value>;
}

async function held(check: () => Promise<void>, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
