import { describe, expect, it } from '@jest/globals';
import { nameProblem, normalAnswer, scoreOf, tradePasswordProblem, type ScoreFacts } from './security.rules.js';

const RULES = { tradeDigits: 6, weakTradeRefused: true, version: 3 };
const WEIGHTS = {
  password: 10,
  passwordDays: 365,
  google: 30,
  tradePassword: 15,
  phone: 15,
  email: 15,
  questions: 5,
  recoveryCodes: 10,
};
const NOTHING: ScoreFacts = {
  passwordSetAt: null,
  google: false,
  tradePassword: false,
  phone: false,
  email: false,
  questions: false,
  recoveryCodesLeft: 0,
  recoveryCodesIssued: 0,
};

describe('a trade password', () => {
  it.each(['12345', '1234567', '12345a', '', '１２３４５６', '12 456', '-12345'])('is not %j: six digits', (typed) => {
    expect(tradePasswordProblem(typed, RULES)).toMatchObject({
      refusal: 'security.trade-password-digits',
      params: { digits: 6, policy: 'security.rules', version: 3 },
    });
  });

  it.each([
    '000000',
    '111111',
    '123456',
    '654321',
    '456789',
    '890123',
    '123123',
    '121212',
    '112233',
    '111222',
    '110011',
  ])('is not %s: everybody tries it', (typed) => {
    expect(tradePasswordProblem(typed, RULES)?.refusal).toBe('security.trade-password-weak');
    expect(tradePasswordProblem(typed, { ...RULES, weakTradeRefused: false })).toBeUndefined();
  });

  it.each(['193847', '020913', '508271', '121398'])('may be %s', (typed) => {
    expect(tradePasswordProblem(typed, RULES)).toBeUndefined();
  });
});

describe('answers to security questions', () => {
  it.each([
    ['  Marie   Curie ', 'marie curie'],
    ['MARIE-CURIE!', 'marie curie'],
    ['Ｍａｒｉｅ　Ｃｕｒｉｅ', 'marie curie'],
    ['São Tomé', 'são tomé'],
    ['東京タワー', '東京タワー'],
  ])('read %j as %j', (typed, answer) => {
    expect(normalAnswer(typed)).toBe(answer);
  });
});

describe('a name', () => {
  it.each(['Glassbook', 'Support', 'ADMIN', 'ａｄｍｉｎ', '客服小王'])('is not %j, which looks like staff', (name) => {
    expect(nameProblem(name, 'Glassbook')?.refusal).toBe('security.name-reserved');
  });

  it.each(['Ana', 'Jörg K.', '山田', 'nguyễn'])('may be %j', (name) => {
    expect(nameProblem(name, 'Glassbook')).toBeUndefined();
  });
});

describe('the security score', () => {
  const now = Date.UTC(2026, 5, 1);
  const sum = (facts: Partial<ScoreFacts>): number =>
    scoreOf({ ...NOTHING, ...facts }, WEIGHTS, now).reduce((points, item) => points + item.points, 0);

  it('goes from nothing to all that the policy gives', () => {
    expect(sum({})).toBe(0);
    const all = { google: true, tradePassword: true, phone: true, email: true, questions: true };
    expect(sum({ ...all, passwordSetAt: now, recoveryCodesLeft: 10, recoveryCodesIssued: 10 })).toBe(100);
  });

  it('counts a password half that is older than the policy says', () => {
    expect(sum({ passwordSetAt: now - 365 * 86_400_000 })).toBe(10);
    expect(sum({ passwordSetAt: now - 366 * 86_400_000 })).toBe(5);
  });

  it('falls with every recovery code that was used', () => {
    expect(sum({ recoveryCodesLeft: 7, recoveryCodesIssued: 10 })).toBe(7);
    expect(sum({ recoveryCodesLeft: 0, recoveryCodesIssued: 10 })).toBe(0);
  });
});
