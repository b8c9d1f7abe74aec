import { describe, expect, it } from '@jest/globals';
import { PolicyQuery } from './policy.query.js';

const ROW = { name: 'payee.rules', given: '{"cardsMax":3}', publishedAt: 1_000, position: 40 };

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

describe('a policy that changed a moment ago', () => {
  it('is read as it is in force', async () => {
    expect(await changedAMomentAgo().one('payee.rules')).toMatchObject({ version: 2, inForce: true });
  });

  it('is among all policies as it is in force', async () => {
    expect(await changedAMomentAgo().all()).toMatchObject([{ version: 2, inForce: true }]);
  });
});
