import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TableCoverage } from '../../server/audit/covered/coverage.js';
import { tableCoverage } from '../../server/audit/covered/tables.js';
import type { Finding } from '../../server/audit/findings.js';
import { slotTable } from '../../server/engine/projections/read-table.js';
import { allProjections } from '../../server/features.js';
import { deedsOf, type Deed, type NoDeed } from './deeds.js';
import { LivingHistory, LivingHouse } from './living-copy.js';

const coverage = tableCoverage();
/** An end that is cut off leaves a history that is whole by itself: what it leads to shows it. */
const ALSO: Readonly<Record<string, readonly string[]>> = { events: ['head', 'segments'] };
const declaredOf = (table: string): TableCoverage => coverage[table] ?? { columns: {}, unseen: {} };
const checksOf = (table: string): ReadonlySet<string> =>
  new Set([
    ...(ALSO[table] ?? []),
    ...Object.values(declaredOf(table).columns).flatMap((one) => (one.kind === 'covered' ? [one.by] : [])),
  ]);
/** Their first row needs more events than these copies have: `tamper-log.spec` falsifies them. */
const ELSEWHERE = ['log_nodes'];
const coveredTables = Object.keys(coverage).filter((table) => checksOf(table).size > 0 && !ELSEWHERE.includes(table));

/** Tables of the small history; all others are falsified in the house. */
const OF_HISTORY = [
  ...['events', 'realm_heads', 'segments', 'checkpoints', 'checkpoint_keys', 'ledger_postings', 'ledger_balances'],
  ...['ledger_house_accounts', 'snapshots', 'installation', 'projections', 'projection_checkpoints'],
  'log_checkpoints',
];

/** Rows that no check goes by stand in the table too; these it does go by. */
const WHERE: Readonly<Record<string, string>> = {
  projection_checkpoints: `realm = 'demo'`,
};

/** Deeds that may change nothing, because all rows are alike or the table was the same all the time. */
const NONE: Readonly<Record<string, readonly string[]>> = {
  segments: ['swap instance', 'swap lease_epoch', 'swap rules', 'swap restored', 'swap key_id'],
  checkpoints: ['swap key_id'],
  log_checkpoints: ['swap salts', 'swap key_id'],
  checkpoint_keys: ['swap key_id', 'swap public_key', 'roll back'],
  ledger_postings: ['swap realm'],
  ledger_balances: ['swap realm'],
  ledger_house_accounts: ['roll back'],
  snapshots: ['swap realm', 'swap stream', 'swap schema', 'swap key_id'],
  installation: ['swap instance', 'roll back'],
  projections: ['swap name', 'swap live_slot', 'roll back'],
  projection_checkpoints: ['swap slot', 'swap error'],
  answers: ['swap fingerprint'],
  due_commands: ['swap actor'],
  staff_accounts: ['swap disabled_at', 'swap password_own'],
  factors: ['swap user_id'],
  private_images: ['swap user_id'],
  known_devices: ['swap user_id'],
  chain_transfers: ['swap asset'],
  chain_inclusions: ['swap network', 'swap height', 'swap hash', 'swap taken_back_by'],
  bank_payouts: ['swap key', 'swap amount'],
  liability_bundles: ['swap epoch', 'swap level', 'swap ordinal', 'swap middle', 'roll back'],
};
/** Of one kind the audit keeps so many findings, and a round has one deed for each table. */
const AT_ONCE = 40;

let total = 0;
const nameOf = ({ deed, column }: NoDeed): string => (column === undefined ? deed : `${deed} ${column}`);

function isFound({ table, places }: Deed, findings: readonly Finding[]): boolean {
  const own = findings.filter(
    ({ check, realm, position }) => checksOf(table).has(check) && realm !== '' && position > 0,
  );
  const isThere = (one: Finding): boolean =>
    places.some(({ realm, position }) => realm === one.realm && position === one.position);
  return own.length > 0 && (places.length === 0 || findings.some(isThere));
}

describe.each([
  ['a history', OF_HISTORY, () => LivingHistory.open()],
  ['what stands beside it', coveredTables.filter((table) => !OF_HISTORY.includes(table)), () => LivingHouse.open()],
] as const)('%s', (_, tables, open) => {
  let copy: LivingHistory | LivingHouse;

  beforeAll(async () => {
    copy = await open();
  }, 180_000);
  afterAll(() => copy.close());

  it('has nothing to find before a deed', async () => {
    expect(await copy.findings(true)).toEqual([]);
  });

  it.each(tables)(
    'shows every deed against %s',
    async (table) => {
      const source = {
        client: copy.owner,
        table,
        coverage: declaredOf(table),
        key: copy.keyOf(table),
        where: WHERE[table],
      };
      const { deeds, none } = await deedsOf(source);
      const escaped: Deed[] = [];
      for (const deed of deeds) {
        await copy.owner.query(deed.sql);
        if (!isFound(deed, await copy.findings(table.startsWith('projection')))) escaped.push(deed);
        await copy.putBack([table]);
      }
      total += deeds.length;
      expect(escaped).toEqual([]);
      expect(none.map(nameOf).filter((name) => NONE[table]?.includes(name) !== true)).toEqual([]);
    },
    120_000,
  );
});

describe('read models, and a whole database', () => {
  let copy: LivingHistory;

  beforeAll(async () => {
    copy = await LivingHistory.open();
  }, 180_000);
  afterAll(() => copy.close());

  it('show every deed against a table of theirs, one in each at a time', async () => {
    const read: { name: string; table: string; deeds: readonly Deed[] }[] = [];
    for (const { name, keyNames } of allProjections.flatMap(({ tables }) => tables)) {
      const table = slotTable(name, 'blue');
      const source = { client: copy.owner, table, coverage: declaredOf(name), key: keyNames, isReadModel: true };
      read.push({ name, table, deeds: (await deedsOf(source)).deeds });
    }
    const escaped: Deed[] = [];
    const waiting = read.flatMap(({ name, table, deeds }) =>
      deeds.length === 0 ? [] : [{ name, table, deeds: [...deeds] }],
    );
    while (waiting.length > 0) {
      const due = waiting.slice(0, AT_ONCE).flatMap(({ name, table, deeds }) => {
        const deed = deeds.pop();
        return deed === undefined ? [] : [{ name, table, deed }];
      });
      await copy.owner.query(due.map(({ deed }) => deed.sql).join(';'));
      const findings = await copy.findings(true);
      for (const { name, deed } of due) {
        const own = findings.find(
          ({ check, what }) => check === 'read-models' && what.includes(`: ${name} differs at `),
        );
        if (own === undefined || own.realm === '' || own.position < 1) escaped.push(deed);
      }
      await copy.putBack(due.map(({ table }) => table));
      total += due.length;
      // Those with most to do go first, and those without any are done.
      waiting.splice(0, waiting.length, ...waiting.filter(({ deeds }) => deeds.length > 0));
      waiting.sort((one, other) => other.deeds.length - one.deeds.length);
    }
    expect(escaped).toEqual([]);
    expect(read.filter(({ deeds }) => deeds.length === 0)).toEqual([]);
    expect(read.filter(({ deeds }) => deeds.length > 1).length).toBeGreaterThan(10);
  }, 180_000);

  it('is found by a kept checkpoint where the whole of it was put back', async () => {
    await copy.putBack(await copy.tables(), 'earlier');
    expect(await copy.earlierFindings()).toEqual([]);
    const findings = await copy.earlierFindings(copy.kept);
    expect(findings).toContainEqual(
      expect.objectContaining({
        realm: 'demo',
        check: 'checkpoints',
        what: 'the checkpoint covers an event that is not there',
      }),
    );
    total += 1;
  }, 60_000);

  it('are at least three hundred deeds', () => {
    expect(total).toBeGreaterThanOrEqual(300);
  });
});
