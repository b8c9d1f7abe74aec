import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Rooms whose answers must be the same on every machine and in every replay.
const PURE = [
  'shared/**/*.ts',
  'server/core/**/*.ts',
  'server/trading/matching/**/*.ts',
  'server/market/simulator/**/*.ts',
  'server/**/*.{rules,decider,state,postings,settlement,views}.ts',
];
const SPECS = ['**/*.spec.ts', '**/*.spec.tsx', 'test/**/*.ts', '**/*.{fixture,testkit}.{ts,tsx}'];

const ban = (object, property, message) => ({ object, property, message });
const CHANCE = 'Chance is handed in, so that a replay decides the same.';
const CLOCK = 'Time is handed in, so that a replay decides the same.';
const FLOAT = 'Money is not a float: parse it with shared/money.';

const ERASED = 'The compiler checks nothing behind such a cast: say what the value is, or check it.';
// What stands in eslint-suppressions.json is older than this rule: a file may have fewer of them, not more.
const CASTS = [
  { selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword', message: ERASED },
  { selector: 'TSAsExpression > TSNeverKeyword', message: ERASED },
  { selector: 'TSAsExpression > TSAnyKeyword', message: ERASED },
];

// Inside of `expect(…)`, and handed to its matcher.
const READ_ONCE = [
  "CallExpression[callee.name='expect'] AwaitExpression",
  "CallExpression[callee.object.callee.name='expect'] > AwaitExpression",
  "CallExpression[callee.object.object.callee.name='expect'] > AwaitExpression",
];
const EVENTUALLY = 'A page needs a moment: await eventually(() => …), which reads again until it holds.';

export default tseslint.config(
  { ignores: ['dist/**', '.runtime/**', '.data/**', 'coverage/**', 'test-results/**', '**/*.d.ts'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-extraneous-class': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    // Nest reads the types of constructor parameters when it runs, so those imports must stay real.
    files: ['server/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['{server,client,admin,contracts,shared}/**/*.{ts,tsx}'],
    ignores: SPECS,
    rules: {
      'no-restricted-syntax': ['error', ...CASTS],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true }],
    },
  },
  {
    files: PURE,
    // The doors: the one place where the system's clock is read, and the one where money becomes a number for charts.
    ignores: [...SPECS, 'server/core/clock.ts', 'shared/money.ts'],
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
      'no-restricted-syntax': [
        'error',
        ...CASTS,
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK },
        { selector: "CallExpression[callee.name='Date']", message: CLOCK },
        { selector: "CallExpression[callee.name='Number']", message: FLOAT },
      ],
    },
  },
  {
    files: ['client/**/*.{ts,tsx}', 'admin/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // A program that is run by a person prints.
    files: ['bench/**/*.ts', 'server/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // Commands and constants are read first, so that what is asked of a page is asked again until it holds.
    files: ['test/{e2e,sweep}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', { selector: READ_ONCE.join(', '), message: EVENTUALLY }] },
  },
  {
    files: SPECS,
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
