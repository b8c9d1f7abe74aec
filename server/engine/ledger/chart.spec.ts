import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { accountProblem, HOUSE, mayGoNegative, userAccount } from './chart.js';
import { syncChart } from './sync-chart.js';

describe('the chart of accounts', () => {
  it('lets these house accounts be overdrawn and no other', () => {
    const overdrawn = Object.values(HOUSE).filter(({ account }) => mayGoNegative(account));
    expect(overdrawn.map(({ account }) => account).sort()).toEqual([
      'house/bank',
      'house/c2c-sellers',
      'house/chain',
      'house/contract-agents',
      'house/contract-clearing',
      'house/contract-grants',
      'house/conversion',
      'house/delistings',
      'house/demo-grants',
      'house/dividends',
      'house/fund-balanced',
      'house/fund-low',
      'house/fund-market',
      'house/fund-units',
      'house/issuers',
      'house/lending-grants',
      'house/loan-losses',
      'house/market-maker',
      'house/network-fees',
      'house/option-grants',
      'house/rewards',
      'house/splits',
      'house/treasury-grants',
    ]);
  });

  it('never lets the insurance fund of contracts be overdrawn', () => {
    expect(mayGoNegative(HOUSE.contractInsurance.account)).toBe(false);
    expect(accountProblem(HOUSE.contractInsurance.account, 'demo')).toBeUndefined();
  });

  it('never lets an account of a person be overdrawn', () => {
    expect(mayGoNegative(userAccount('real-x.1', 'spot', 'available'))).toBe(false);
    expect(mayGoNegative(userAccount('real-x.1', 'spot', 'frozen'))).toBe(false);
  });

  it.each([
    ['user/real-x.1/spot/available', undefined],
    ['user/real-x.1/spot/frozen', undefined],
    ['house/fees', undefined],
    ['user/demo-x.1/spot/available', 'an owner of another realm: user/demo-x.1/spot/available in real'],
    ['user/real-x.1/attic/available', 'no such account space: user/real-x.1/attic/available'],
    ['user/real-x.1/spot/lent', 'no such bucket: user/real-x.1/spot/lent'],
    ['user/real-x.1/spot', 'no such bucket: user/real-x.1/spot'],
    ['user/real-x.1/spot/available/more', 'no such kind of account: user/real-x.1/spot/available/more'],
    ['house/cellar', 'no such house account: house/cellar'],
    ['bank/x', 'no such kind of account: bank/x'],
    ['', 'no such kind of account: '],
  ])('says of %s in the real realm: %s', (account, problem) => {
    expect(accountProblem(account, 'real')).toBe(problem);
    expect(accountProblem(account, 'real')).toBe(problem);
  });

  it('does not let a realm in because another has been asked about the same account', () => {
    expect(accountProblem('user/demo-y.1/spot/available', 'demo')).toBeUndefined();
    expect(accountProblem('user/demo-y.1/spot/available', 'real')).toContain('another realm');
  });

  it('tells the database every house account, and which may go below zero', async () => {
    const sent: unknown[][] = [];
    const pool = { query: (_: string, values: unknown[]) => Promise.resolve(void sent.push(values)) };
    await syncChart(pool as unknown as Pool);
    const [accounts, negative] = sent[0] as [string[], boolean[]];
    expect(accounts).toEqual(Object.values(HOUSE).map(({ account }) => account));
    expect(accounts.filter((_, n) => negative[n]).sort()).toEqual(accounts.filter(mayGoNegative).sort());
  });
});
