import type { OxlintConfig } from 'oxlint';

// Rooms whose answers must be the same on every machine and in every replay.
const PURE = [
  'shared/**/*.ts',
  'server/core/**/*.ts',
  'server/trading/matching/**/*.ts',
  'server/market/simulator/**/*.ts',
  'server/**/*.{rules,decider,state,postings,settlement,views}.ts',
];
// The doors: the one place where the system's clock is read, and the one where money becomes a number for charts.
const DOORS = ['server/core/clock.ts', 'shared/money.ts'];
const SPECS = ['**/*.spec.ts', '**/*.spec.tsx', 'test/**/*.ts', '**/*.{fixture,testkit}.{ts,tsx}'];

const ban = (object: string, property: string, message: string) => ({ object, property, message });
const CHANCE = 'Chance is handed in, so that a replay decides the same.';
const CLOCK = 'Time is handed in, so that a replay decides the same.';
const FLOAT = 'Money is not a float: parse it with shared/money.';

export default {
  plugins: ['eslint', 'typescript', 'react'],
  jsPlugins: ['./scripts/lib/lint-rules.mjs'],
  ignorePatterns: ['node_modules', 'dist/**', '.runtime/**', '.data/**', 'coverage/**', 'test-results/**', '**/*.d.ts'],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'off' },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        'typescript/no-floating-promises': 'error',
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false, arguments: false } }],
        'typescript/await-thenable': 'error',
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        'typescript/consistent-type-imports': [
          'error',
          { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
        ],
        'typescript/ban-ts-comment': 'error',
        'typescript/no-array-constructor': 'error',
        'typescript/no-duplicate-enum-values': 'error',
        'typescript/no-empty-object-type': 'error',
        'typescript/no-explicit-any': 'error',
        'typescript/no-extra-non-null-assertion': 'error',
        'typescript/no-misused-new': 'error',
        'typescript/no-namespace': 'error',
        'typescript/no-non-null-asserted-optional-chain': 'error',
        'typescript/no-require-imports': 'error',
        'typescript/no-this-alias': 'error',
        'typescript/no-unnecessary-type-constraint': 'error',
        'typescript/no-unsafe-declaration-merging': 'error',
        'typescript/no-unsafe-function-type': 'error',
        'typescript/no-wrapper-object-types': 'error',
        'typescript/prefer-as-const': 'error',
        'typescript/prefer-namespace-keyword': 'error',
        'typescript/triple-slash-reference': 'error',
        'no-unused-expressions': 'error',
        'no-unused-vars': [
          'error',
          {
            ignoreRestSiblings: true,
            argsIgnorePattern: '^_',
            varsIgnorePattern: '^_',
            caughtErrorsIgnorePattern: '^_',
          },
        ],
        'no-var': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'no-console': 'error',
      },
    },
    {
      // Nest reads the types of constructor parameters when it runs, so those imports must stay real.
      files: ['server/**/*.ts'],
      rules: { 'typescript/consistent-type-imports': 'off' },
    },
    {
      files: ['{server,client,admin,contracts,shared}/**/*.{ts,tsx}'],
      excludeFiles: SPECS,
      rules: {
        'house/no-erasing-cast': 'error',
        'typescript/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true }],
      },
    },
    {
      files: PURE,
      excludeFiles: [...SPECS, ...DOORS],
      rules: {
        'no-restricted-properties': [
          'error',
          ban('Date', 'now', CLOCK),
          ban('performance', 'now', CLOCK),
          ban('Math', 'random', CHANCE),
          ban('crypto', 'randomUUID', CHANCE),
          ban('Number', 'parseFloat', FLOAT),
        ],
        'no-restricted-globals': [
          'error',
          { name: 'parseFloat', message: FLOAT },
          { name: 'process', message: 'The environment is not for pure rooms.' },
          { name: 'fetch', message: 'The network is not for pure rooms.' },
          { name: 'setTimeout', message: CLOCK },
          { name: 'setInterval', message: CLOCK },
        ],
        'house/time-is-handed-in': 'error',
        'house/money-is-no-float': 'error',
      },
    },
    {
      files: ['{client,admin}/**/*.{ts,tsx}'],
      rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' },
    },
    {
      // A program that is run by a person prints.
      files: ['bench/**/*.ts', 'server/cli/**/*.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      // Commands and constants are read first, so that what is asked of a page is asked again until it holds.
      files: ['test/{e2e,sweep}/**/*.ts'],
      rules: { 'house/ask-a-page-until-it-holds': 'error' },
    },
    {
      files: SPECS,
      rules: { 'typescript/no-floating-promises': ['error', { checkThenables: true }] },
    },
  ],
} satisfies OxlintConfig;
