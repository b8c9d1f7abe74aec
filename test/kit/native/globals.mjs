// `@jest/globals` for test files that Node itself loads: always those of the file that is running.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ global: globalThis, config: {} });
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it;

/** The part of `jest` that these tests need. */
export const jest = {
  setTimeout: (timeoutMs) => (globalThis[TIMEOUT] = timeoutMs),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (config) => timers.useFakeTimers(config),
  useRealTimers: () => timers.useRealTimers(),
  runAllTimers: () => timers.runAllTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  setSystemTime: (now) => timers.setSystemTime(now),
};

/** Another file begins. */
export function begin(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } = globals);
  delete globalThis[TIMEOUT];
}
