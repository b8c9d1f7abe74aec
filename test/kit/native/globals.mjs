// `@jest/globals` for test files that Node itself loads: always those of the file that is running.
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it;

/** The part of `jest` that these tests need. */
export const jest = {
  setTimeout: (timeoutMs) => (globalThis[TIMEOUT] = timeoutMs),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
};

/** Another file begins. */
export function begin(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } = globals);
  delete globalThis[TIMEOUT];
}
