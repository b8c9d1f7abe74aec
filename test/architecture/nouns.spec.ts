import { describe, expect, it } from '@jest/globals';
import { namings, nounsOf } from '../kit/nouns.js';
import { overLimit, ratchet } from '../kit/ratchet.js';
import { graphOf, isProduction } from '../kit/source-graph.js';
import { read, sourceFiles } from '../kit/sources.js';

const FILES_NAMING_A_NOUN_MAX = 6;

describe('a noun', () => {
  const paths = sourceFiles().filter((path) => isProduction(path) || path.startsWith('migrations/'));
  const found = namings(graphOf(Object.fromEntries(paths.map((path) => [path, read(path)]))));

  it('is named by few files outside its folders', () => {
    const counts = Object.fromEntries(Object.entries(found).map(([noun, named]) => [noun, named.length]));
    const over = overLimit(counts, FILES_NAMING_A_NOUN_MAX, ratchet.nouns, 'files outside that name it');
    const named = over.flatMap((problem) => found[problem.split(' ')[0] ?? ''] ?? []);
    expect([...over, ...named.map(({ path, by }) => `${path}: ${by.join(', ')}`)]).toEqual([]);
  });

  it('is unknown to the core, whose ports alone say what it offers', () => {
    const ofCore = (path: string): boolean => /^server\/core\/[^/]+$/.test(path);
    const naming = Object.values(found)
      .flat()
      .filter(({ path }) => ofCore(path));
    expect(naming).toEqual([]);
  });
});

describe('counting who names a noun', () => {
  const tree = {
    'server/features/loan/loan.events.ts': `export interface LoanFacts { LoanRepaid: { loanId: string } }
      declareEventTypes({ type: 'LoanRepaid', schema: 1 });`,
    'server/features/loan/loan.commands.ts': `export class RepayLoan extends HouseCommand<Data, Answer> {}`,
    'server/features/loan/loan.handler.ts': `export const handlers = [handle('ExtendLoan', decide), told('LoanRepaid')];`,
    'server/features/loan/loan.decider.ts': `import { RepayLoan } from './loan.commands.js';`,
    'server/features/share/share.events.ts': `export const shareEvents = bookEventsOf('Share');`,
    'server/features/share/share.commands.ts': `export const shareCommands = orderCommandsOf('Share');`,
    'server/staff/share.ts': `const ofShares = ['ShareOrderMatched', 'PlaceShareOrder', 'ShareholderMeeting'];`,
    'server/features/voucher/voucher.rules.ts': `export const rate = 1;`,
    'server/features/coupon/coupons.projection.ts': `export const coupons = new ReadTable('loan_coupons', {});`,
    'migrations/2-coupons.ts': `const TABLES = [{ name: 'loan_coupons', columns: 'id text' }];`,
    'server/staff/coupons.ts': `query('SELECT FROM loan_coupons');`,
    'server/engine/loans.projection.ts': `import type { LoanFacts } from '../features/loan/loan.events.js';
      const debts = new ReadTable('debts', {});`,
    'contracts/loan.contract.ts': `export const loanRefusals = { 'loan.overdue': { status: 409 } };`,
    'migrations/1-loans.ts': `const TABLES = [{ name: 'loans', columns: 'id text' }]; query('CREATE TABLE loan_terms (id text)');`,
    'client/features/loan/LoanScreen.tsx': `export const LoanScreen = () => <p>{'LoanRepaid'}</p>;`,
    'client/app/Screens.tsx': `const Loan = lazy(() => import('../features/loan/LoanScreen.js'));`,
    'admin/app/menu.tsx': `type Row = import('../../contracts/loan.contract.js').LoanRow;`,
    'server/staff/event.ts': `const sentences = { LoanRepaid: 'repaid' };`,
    'server/staff/command.ts': `send({ type: 'ExtendLoan' });`,
    'server/staff/refusal.ts': `refuse('loan.overdue');`,
    'server/staff/list.ts': `const list = { from: 'loan_terms' };`,
    'server/staff/count.ts': 'query(`SELECT count(*) FROM loans WHERE realm = ${realm}`);',
    'server/staff/debts.ts': `query('UPDATE debts SET paid = true');`,
    'server/staff/other.ts': `// LoanRepaid, loan.overdue and FROM loans in a comment name nothing.
      const loans = 'loans'; const debts = ['debts', 'loan.overdue-long', 'LoanRepaidTwice'];`,
    'server/staff/event.spec.ts': `expect('LoanRepaid');`,
    'test/api/loan.api.spec.ts': `import '../../server/features/loan/loan.events.js';`,
  };
  const graph = graphOf(tree);

  it('finds the nouns by their folders', () => {
    expect(nounsOf(graph)).toEqual(['coupon', 'loan', 'share', 'voucher']);
  });

  it('finds who imports it or says a name of an event, a command, a table or a refusal of its own', () => {
    expect(Object.fromEntries(namings(graph)['loan']?.map(({ path, by }) => [path, by]) ?? [])).toEqual({
      'server/engine/loans.projection.ts': ['server/features/loan/loan.events.ts', 'debts'],
      'client/app/Screens.tsx': ['client/features/loan/LoanScreen.tsx'],
      'admin/app/menu.tsx': ['contracts/loan.contract.ts'],
      'server/staff/event.ts': ['LoanRepaid'],
      'server/staff/command.ts': ['ExtendLoan'],
      'server/staff/refusal.ts': ['loan.overdue'],
      'server/staff/list.ts': ['loan_terms'],
      'server/staff/count.ts': ['loans'],
      'server/staff/debts.ts': ['debts'],
    });
  });

  it('gives a table to the noun whose folder declares it, whatever the table is called', () => {
    expect(namings(graph)['coupon']?.map(({ path, by }) => [path, by])).toEqual([
      ['server/staff/coupons.ts', ['loan_coupons']],
    ]);
  });

  it('knows the names that the venue makes for a product', () => {
    expect(namings(graph)['share']).toEqual([
      { path: 'server/staff/share.ts', by: ['ShareOrderMatched', 'PlaceShareOrder'] },
    ]);
  });

  it('finds nobody where nobody names it', () => {
    expect(namings(graph)['voucher']).toEqual([]);
  });
});
