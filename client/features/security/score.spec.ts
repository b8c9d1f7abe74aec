import { describe, expect, it } from '@jest/globals';
import type { ScoreItem, SecurityView } from '../../../contracts/security.contract';
import { levelOf, nextStep, wayTo } from './score';

const item = (name: ScoreItem['name'], points: number, max: number): ScoreItem => ({ name, points, max });

function security(items: ScoreItem[], boundAt: number | null = null): SecurityView {
  return {
    password: { setAt: 1 },
    google: { boundAt, recoveryCodesLeft: 0 },
    tradePassword: { setAt: null, unlocked: false },
    questions: { setAt: null },
    email: null,
    phone: null,
    name: { shown: null, changeableAt: 0 },
    recovery: null,
    score: { points: 0, max: 100, items, policy: 'security.score', version: 1 },
  };
}

describe('the security score', () => {
  it.each([
    [0, 'low'],
    [39, 'low'],
    [40, 'fair'],
    [74, 'fair'],
    [75, 'high'],
    [100, 'high'],
  ])('of %d is %s', (points, level) => {
    expect(levelOf({ ...security([]).score, points })).toBe(level);
  });

  it('says next what would raise it most', () => {
    expect(nextStep(security([item('email', 0, 15), item('google', 0, 30), item('phone', 15, 15)]))?.name).toBe(
      'google',
    );
    expect(nextStep(security([item('password', 5, 10), item('questions', 0, 5)]))?.name).toBe('password');
  });

  it('asks for recovery codes only where there is an authenticator', () => {
    expect(nextStep(security([item('recoveryCodes', 0, 10)]))).toBeNull();
    expect(nextStep(security([item('recoveryCodes', 3, 10)], 1))?.name).toBe('recoveryCodes');
  });

  it('says nothing when nothing is left to do', () => {
    expect(nextStep(security([item('google', 30, 30)]))).toBeNull();
  });

  it('leads to setting a trade password first, and to changing it afterwards', () => {
    expect(wayTo('tradePassword', security([]))).toBe('/bindmpwd');
    expect(wayTo('tradePassword', { ...security([]), tradePassword: { setAt: 1, unlocked: true } })).toBe(
      '/editPasswordTrade',
    );
  });
});
