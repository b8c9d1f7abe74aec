// One configuration, one project a kind of test; `npm run verify` runs the first three, `npm test` all but the sweep.
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': ['@swc/jest'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '\\.module\\.css$': '<rootDir>/test/kit/no-styles.ts' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.runtime/', '<rootDir>/.data/'],
};
const project = (displayName, ...testMatch) => ({ ...base, displayName, testMatch });
/** A worker loads a module once for all its files. Tests that watch a module being loaded cannot run here. */
const native = (...of) => ({ ...project(...of), testRunner: '<rootDir>/test/kit/native/runner.mjs' });

export default {
  testSequencer: '<rootDir>/test/kit/order.mjs',
  // For hooks and tests alike: machines are shared, and a slow one is no failure.
  testTimeout: 60_000,
  projects: [
    native('unit', '<rootDir>/{server,client,admin,contracts,shared,scripts,bench}/**/*.spec.{ts,tsx}'),
    project('architecture', '<rootDir>/test/architecture/**/*.spec.ts'),
    native('simulation', '<rootDir>/test/{simulation,market}/**/*.spec.ts'),
    native('integration', '<rootDir>/test/integration/**/*.spec.ts'),
    native('api', '<rootDir>/test/api/**/*.spec.ts'),
    project('crash', '<rootDir>/test/crash/**/*.spec.ts'),
    native('e2e', '<rootDir>/test/e2e/**/*.spec.ts'),
    // Not part of `npm test`: `npm run test:sweep`.
    native('sweep', '<rootDir>/test/sweep/**/*.spec.ts'),
  ],
};
