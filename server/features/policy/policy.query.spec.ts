import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PolicyQuery } from './policy.query.js';
import { readPolicySeeds } from './policy-seeds.js';

/** As it was published before it had a limit on waiting orders. */
const seeds = readPolicySeeds(join(import.meta.dirname, '..', '..', '..', 'seeds'));
const { waitingMax: _, ...values } = seeds.find(({ name }) => name === 'fund.rules')?.values ?? {};
const ROW = { name: 'fund.rules', given: JSON.stringify(values), publishedAt: 1_000, position: 40 };

/** A house whose second version has been in force since a moment ago; its row is there once the read model is up to date. */
function changedAMomentAgo(): PolicyQuery {
  const rows = [{ ...ROW, version: 1 }];
  const projections = {
    upToDate: (projection: string, realm: string) => {
      if (projection === 'policy' && realm === 'house') rows.unshift({ ...ROW, version: 2 });
      return Promise.resolve(true);
    },
  };
  const pool = {
    query: (_: string, wanted?: [name: string, version: number]) =>
      Promise.resolve({ rows: rows.filter(({ version }) => version === (wanted?.[1] ?? 2)) }),
  };
  const parts = [pool, { inForce: () => ({ version: 2 }) }, projections];
  return new PolicyQuery(...(parts as unknown as ConstructorParameters<typeof PolicyQuery>));
}

describe('a version from before a value came', () => {
  it('says the value that decides under it', async () => {
    expect(await changedAMomentAgo().one('fund.rules', 1)).toMatchObject({ values: { ...values, waitingMax: 20 } });
  });
});

describe('a policy that changed a moment ago', () => {
  it('is read as it is in force', async () => {
    expect(await changedAMomentAgo().one('fund.rules')).toMatchObject({ version: 2, inForce: true });
  });

  it('is among all policies as it is in force', async () => {
    expect(await changedAMomentAgo().all()).toMatchObject([{ version: 2, inForce: true }]);
  });
});
