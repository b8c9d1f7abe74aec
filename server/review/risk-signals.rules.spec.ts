import { describe, expect, it } from '@jest/globals';
import { amount } from '../../shared/money.js';
import type { RiskFigures } from '../core/ports/risk-signals.js';
import { riskSignals, type PersonFigures, type SignalRules } from './risk-signals.rules.js';

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 5, 30, 12);
const rules: SignalRules = {
  ...{ accountDays: 30, deviceDays: 7, payeeDays: 7, factorHours: 72, sharedFrom: 1 },
  ...{ structuringCount: 3, structuringDays: 7, structuringFrom: '0.8' },
};
const nobody: PersonFigures = { openedAt: null, newestDeviceAt: null, devices: 0, factorAt: null };
const signals = (person: Partial<PersonFigures>, figures: Partial<RiskFigures> = {}) =>
  riskSignals({ ...nobody, ...person }, { userId: 'real-1', at: AT, ...figures }, rules).map(
    ({ name, level, inputs }) => [name, level, inputs] as const,
  );
const near = (usdt: string, days: number) => ({ at: AT - days * DAY_MS, usdt: amount(usdt) });
const threshold = { fourEyesFrom: amount('10000') };

describe('the risk panel', () => {
  it('says nothing about what is not known', () => {
    expect(signals({})).toEqual([]);
  });

  it('warns below each published limit and shows the figures on both sides of it', () => {
    const since = (days: number) => AT - days * DAY_MS;
    expect(signals({ openedAt: since(30) })).toEqual([['account-age', 'info', { days: 30, below: 30 }]]);
    expect(signals({ openedAt: since(30) + 1 })).toEqual([['account-age', 'warning', { days: 29, below: 30 }]]);
    expect(signals({ newestDeviceAt: since(6), devices: 2 })).toEqual([
      ['new-device', 'warning', { days: 6, within: 7, devices: 2 }],
    ]);
    expect(signals({}, { payeeSince: since(7) })).toEqual([['payee-age', 'info', { days: 7, within: 7 }]]);
    expect(signals({ factorAt: since(3) + 1 })).toEqual([['factor-changed', 'warning', { hours: 71, within: 72 }]]);
    expect(signals({ factorAt: since(3) })).toEqual([['factor-changed', 'info', { hours: 72, within: 72 }]]);
  });

  it('counts amounts just below the threshold for two approvals, and no others', () => {
    const inputs = { days: 7, least: 3, from: '8000', to: '10000' };
    const two = [near('8000', 0), near('9999.99', 6.9), near('10000', 1), near('7999.99', 1), near('9000', 7)];
    expect(signals({}, { ...threshold, amounts: two })).toEqual([['structuring', 'info', { ...inputs, count: 2 }]]);
    const three = [...two, near('9500', 2)];
    expect(signals({}, { ...threshold, amounts: three })).toEqual([
      ['structuring', 'warning', { ...inputs, count: 3 }],
    ]);
  });

  it('warns of payees and devices that others use, and of money that goes out as it came in', () => {
    expect(signals({}, { sharedPayee: 0, sharedDevice: 2 })).toEqual([
      ['shared-payee', 'info', { accounts: 0, least: 1 }],
      ['shared-device', 'warning', { accounts: 2, least: 1 }],
    ]);
    expect(signals({}, { sharedDevice: null })).toEqual([['device-unknown', 'info', {}]]);
    const turnover = (spent: string, deposited: string) => ({ spent: amount(spent), deposited: amount(deposited) });
    expect(signals({}, { turnover: turnover('0', '500') })[0]?.[1]).toBe('warning');
    expect(signals({}, { turnover: turnover('0', '0') })[0]?.[1]).toBe('info');
    expect(signals({}, { turnover: turnover('1', '500') })[0]).toEqual([
      'turnover',
      'info',
      { spent: '1', deposited: '500' },
    ]);
  });
});
