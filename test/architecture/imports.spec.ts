import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../kit/sources.js';

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: { name: string; comment: string }[];
};

const uses = (specifier: string): string => `import { thing } from '${specifier}';\nexport const use = thing;\n`;
const THING = 'export const thing = 1;\n';

/** A tree in which every rule is broken once, and the file that breaks it. */
const PLANTED: Record<string, { from: string; files: Record<string, string> }> = {
  'no-circles': {
    from: 'server/edge/a.ts',
    files: {
      'server/edge/a.ts': `import { thing } from './b.js';\nexport const other = thing;\n`,
      'server/edge/b.ts': `import { other } from './a.js';\nexport const thing = other;\n`,
    },
  },
  'pure-rooms-stay-pure': {
    from: 'server/trading/matching/book.ts',
    files: { 'server/trading/matching/book.ts': uses('node:fs') },
  },
  'core-knows-nobody': {
    from: 'server/core/knows.ts',
    files: { 'server/core/knows.ts': uses('../engine/ledger/chart.js'), 'server/engine/ledger/chart.ts': THING },
  },
  'pure-rooms-take-types-of-nest-only': {
    from: 'server/core/command.ts',
    files: {
      'server/core/command.ts': uses('@nestjs/cqrs'),
      'node_modules/@nestjs/cqrs/package.json': '{ "name": "@nestjs/cqrs", "main": "index.js" }',
      'node_modules/@nestjs/cqrs/index.js': THING,
    },
  },
  'core-takes-names-only': {
    from: 'server/core/checks.ts',
    files: { 'server/core/checks.ts': uses('../../contracts/loan.contract.js'), 'contracts/loan.contract.ts': THING },
  },
  'matching-and-simulator-are-strangers': {
    from: 'server/market/simulator/path.ts',
    files: {
      'server/market/simulator/path.ts': uses('../../trading/matching/levels.js'),
      'server/trading/matching/levels.ts': THING,
    },
  },
  'deciders-and-rules-stay-pure': {
    from: 'server/features/loan/loan.decider.ts',
    files: {
      'server/features/loan/loan.decider.ts': uses('./loan.query.js'),
      'server/features/loan/loan.query.ts': THING,
    },
  },
  'features-never-import-features': {
    from: 'server/features/loan/loan.handler.ts',
    files: {
      'server/features/loan/loan.handler.ts': uses('../order/order.events.js'),
      'server/features/order/order.events.ts': THING,
    },
  },
  'reactions-and-projections-see-facts-only': {
    from: 'server/features/loan/loan.reactions.ts',
    files: {
      'server/features/loan/loan.reactions.ts': uses('../order/order.decider.js'),
      'server/features/order/order.decider.ts': THING,
    },
  },
  'reactions-and-projections-take-types-of-facts': {
    from: 'server/features/loan/loans.projection.ts',
    files: {
      'server/features/loan/loans.projection.ts': uses('../order/order.events.js'),
      'server/features/order/order.events.ts': THING,
    },
  },
  'joiners-see-events-and-commands-only': {
    from: 'server/review/loan-room.ts',
    files: {
      'server/review/loan-room.ts': uses('../features/loan/loan.state.js'),
      'server/features/loan/loan.state.ts': THING,
    },
  },
  'store-and-writer-know-no-business': {
    from: 'server/engine/writer/loop.ts',
    files: {
      'server/engine/writer/loop.ts': uses('../../features/loan/loan.events.js'),
      'server/features/loan/loan.events.ts': THING,
    },
  },
  'engine-runs-without-nest': {
    from: 'server/engine/writer/writers.ts',
    files: {
      'server/engine/writer/writers.ts': uses('@nestjs/common'),
      'node_modules/@nestjs/common/package.json': '{ "name": "@nestjs/common", "main": "index.js" }',
      'node_modules/@nestjs/common/index.js': THING,
    },
  },
  'auditor-and-simulation-serve-nobody': {
    from: 'server/edge/proof.ts',
    files: { 'server/edge/proof.ts': uses('../audit/verify.js'), 'server/audit/verify.ts': THING },
  },
  'apps-meet-only-in-contracts-and-shared': {
    from: 'client/app.ts',
    files: { 'client/app.ts': uses('../server/market/runtime/clock.js'), 'server/market/runtime/clock.ts': THING },
  },
  'contracts-stand-alone': {
    from: 'contracts/loan.contract.ts',
    files: { 'contracts/loan.contract.ts': uses('../server/core/refusal.js') },
  },
  'shared-imports-nobody': {
    from: 'shared/order.ts',
    files: { 'shared/order.ts': uses('../contracts/fee.contract.js'), 'contracts/fee.contract.ts': THING },
  },
  'nobody-ships-tests': {
    from: 'server/edge/route.ts',
    files: { 'server/edge/route.ts': uses('../../test/kit/people.js'), 'test/kit/people.ts': THING },
  },
  'server-needs-no-development-package': {
    from: 'server/edge/tool.ts',
    files: {
      'server/edge/tool.ts': uses('only-for-development'),
      'node_modules/only-for-development/package.json':
        '{"name":"only-for-development","version":"1.0.0","main":"index.js"}',
      'node_modules/only-for-development/index.js': 'exports.thing = 1;\n',
    },
  },
  'no-dead-files': {
    from: 'server/edge/forgotten.ts',
    files: { 'server/edge/forgotten.ts': THING },
  },
  'imports-lead-somewhere': {
    from: 'server/edge/lost.ts',
    files: { 'server/edge/lost.ts': uses('./nowhere.js') },
  },
};

/** What a tree that keeps every rule may do; none of it may be reported. */
const ALLOWED: Record<string, string> = {
  'server/main.ts': `${uses('./features/deposit/deposit.decider.js')}import './features/loan/loan-payer.reactions.js';\nimport './engine/writer/writer.module.js';\n`,
  'admin/main.tsx': uses('./list.js'),
  'server/cli/ready.ts': uses('../../dist/scripts/serve.js'),
  'server/engine/writer/writer.module.ts': uses('@nestjs/common'),
  'server/features/deposit/deposit.decider.ts': uses('./deposit.events.js'),
  'server/features/deposit/deposit.events.ts': uses('../../core/refusal.js'),
  'server/core/refusal.ts': uses('../../shared/money.js'),
  'server/features/loan/loan-payer.reactions.ts': `import type { thing } from '../deposit/deposit.events.js';\nexport type Use = typeof thing;\n`,
  'admin/list.ts': uses('../contracts/deposit.contract.js'),
  'contracts/deposit.contract.ts': uses('../shared/money.js'),
  'shared/money.ts': uses('./round.js'),
  'shared/round.ts': THING,
};

interface Violation {
  from: string;
  rule: { name: string };
}

describe('who may import whom', () => {
  let tree: string;
  let violations: Violation[];

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'glassbook-imports-'));
    const files = Object.assign({}, ALLOWED, ...Object.values(PLANTED).map((planted) => planted.files));
    files['package.json'] =
      '{"name":"planted","dependencies":{"@nestjs/common":"1.0.0"},"devDependencies":{"only-for-development":"1.0.0"}}';
    files['tsconfig.json'] = '{"compilerOptions":{"module":"nodenext","moduleResolution":"nodenext"}}';
    for (const [path, content] of Object.entries<string>(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), content);
    }
    violations = cruise(tree);
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('has a planted violation for every rule', () => {
    expect(Object.keys(PLANTED).sort()).toEqual(forbidden.map((rule) => rule.name).sort());
  });

  it('says of every rule why it is one', () => {
    expect(forbidden.filter((rule) => rule.comment.length < 40)).toEqual([]);
  });

  it.each(Object.keys(PLANTED))('%s fires on the file that breaks it', (name) => {
    const found = violations.filter((violation) => violation.rule.name === name).map((violation) => violation.from);
    expect(found).toContain(PLANTED[name]?.from);
  });

  it('leaves those alone who keep the rules', () => {
    expect(violations.filter((violation) => violation.from in ALLOWED)).toEqual([]);
  });
});

function cruise(folder: string): Violation[] {
  const program = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const args = [
    program,
    '--config',
    config,
    '--output-type',
    'json',
    'server',
    'client',
    'admin',
    'contracts',
    'shared',
  ];
  const done = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (!done.stdout.startsWith('{')) throw new Error(done.stderr || done.stdout);
  return (JSON.parse(done.stdout) as { summary: { violations: Violation[] } }).summary.violations;
}
