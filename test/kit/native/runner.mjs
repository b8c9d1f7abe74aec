// Runs test files in Node itself rather than in a copy of it for each: two thousand modules load once a worker, not once a file.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as globals from './globals.mjs';
import { loadSources, maps } from './hooks.mjs';

const require = createRequire(import.meta.url);
const { default: runFile } = require('jest-circus/runner');
const HANDLERS = Symbol.for('EVENT_HANDLERS');

loadSources();

/** A jest `testRunner`: jest's own, whose modules come from Node. */
export default async function run(globalConfig, config, environment, runtime, path, send) {
  const own = {
    requireInternalModule: requireAnew,
    setGlobalsForRuntime: globals.begin,
    unstable_shouldLoadAsEsm: () => true,
    async unstable_importModule(file) {
      await import(pathToFileURL(file));
      for (const [url, map] of maps) runtime.getSourceMaps().set(url, map);
    },
  };
  const native = new Proxy(runtime, {
    get: (target, name) => own[name] ?? (typeof target[name] === 'function' ? target[name].bind(target) : target[name]),
  });
  try {
    return await runFile(globalConfig, config, environment, native, path, send);
  } finally {
    globals.jest.restoreAllMocks();
    globals.jest.useRealTimers();
    // jest keeps the tests of a file where they would live as long as the worker, with all that they hold.
    const state = Object.getOwnPropertySymbols(globalThis).find(
      ({ description }) => description === 'JEST_STATE_SYMBOL',
    );
    if (state !== undefined) delete globalThis[state];
  }
}

/** jest's tests and hooks of one file live in that module. */
function requireAnew(path) {
  delete globalThis[HANDLERS];
  delete require.cache[path];
  return require(path);
}
