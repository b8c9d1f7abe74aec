import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { historyProjection } from '../../server/engine/projections/history.projection.js';
import { ledgerProjection } from '../../server/features/asset/ledger.projection.js';
import { rebuild } from '../../server/engine/projections/rebuild.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { moves, openStore, silent } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
let runner: ProjectionRunner;

beforeEach(async () => {
  opened = await openStore();
  const projections = [ledgerProjection, historyProjection];
  runner = new ProjectionRunner({ pool: opened.pool, source: opened.store, projections, log: silent });
  await runner.start();
});
afterEach(async () => {
  await runner.stop();
  await opened.close();
});

const rebuildLedger = (acceptDifferences = false) =>
  rebuild({
    pool: opened.pool,
    source: opened.store,
    projection: ledgerProjection,
    log: silent,
    pageEvents: 64,
    acceptDifferences,
  });

describe('a rebuild', () => {
  it('makes the same rows beside the live ones while appends go on, proves it, and switches', async () => {
    await opened.append('demo', moves(300));
    let stop = false;
    const appending = (async () => {
      for (let n = 0; !stop; n += 1) {
        await opened.append('demo', moves(11, 300 + n * 11));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    await runner.waitFor('ledger', 'demo', 300);
    const report = await rebuildLedger();
    expect(report).toMatchObject({ equal: true, firstDifference: null, switchedTo: 'green' });
    expect(report.tables.map(({ table, equal }) => [table, equal])).toEqual([
      ['account_records', true],
      ['ledger_activity', true],
    ]);
    const again = await rebuildLedger();
    expect(again).toMatchObject({ equal: true, switchedTo: 'blue' });
    stop = true;
    await appending;
    const head = (await opened.store.head('demo')).position;
    expect(await runner.waitFor('ledger', 'demo', head)).toBe(true);
    const { rows } = await opened.pool.query(
      `SELECT count(*)::bigint AS n, max(position) AS head FROM account_records`,
    );
    expect(rows).toEqual([{ n: head, head }]);
    expect(runner.problems()).toEqual([]);
  });

  it('names the first row that differs and does not switch, unless it is told to', async () => {
    await opened.append('demo', moves(100));
    await runner.waitFor('ledger', 'demo', 100);
    await opened.pool.query(`UPDATE account_records__blue SET amount = amount + 1 WHERE position IN (50, 60)`);
    const report = await rebuildLedger();
    expect(report).toMatchObject({ equal: false, switchedTo: null });
    expect(report.firstDifference).toMatch(/^account_records: demo\/demo-\d\.1\/(50|60)\/0$/);
    expect(await rebuildLedger(true)).toMatchObject({ equal: false, switchedTo: 'green' });
    expect(await rebuildLedger()).toMatchObject({ equal: true, switchedTo: 'blue' });
  });

  it('notices a row that is missing, and one too many', async () => {
    await opened.append('demo', moves(20));
    await runner.waitFor('ledger', 'demo', 20);
    await opened.pool.query(`DELETE FROM account_records__blue WHERE position = 7`);
    expect((await rebuildLedger()).firstDifference).toMatch(/\/7\/0$/);
  });
});
