import type { ScoreItem } from '../../../contracts/security.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';

const DAY_MS = 86_400_000;
const UP = '01234567890123456789';
const DOWN = [...UP].reverse().join('');

/** Why these digits may not be a trade password, or `undefined`. `policy` and `version` are those of `security.rules`. */
export function tradePasswordProblem(
  digits: string,
  rules: { tradeDigits: number; weakTradeRefused: boolean; version: number },
): Refusal | undefined {
  const figures = { field: 'tradePassword', policy: 'security.rules', version: rules.version };
  const fits = /^\d+$/.test(digits) && digits.length === rules.tradeDigits;
  if (!fits) return refuse('security.trade-password-digits', { ...figures, digits: rules.tradeDigits });
  if (rules.weakTradeRefused && isWeak(digits)) return refuse('security.trade-password-weak', { ...figures });
  return undefined;
}

/** What people try first: one or two digits over and over, rows up or down, a piece that repeats, pairs. */
function isWeak(digits: string): boolean {
  const repeats = [1, 2, 3].some((length) => digits === digits.slice(0, length).repeat(digits.length / length));
  const pairs = /^(?:(\d)\1)+$/.test(digits) || /^(\d)\1\1(\d)\2\2$/.test(digits);
  return new Set(digits).size < 3 || UP.includes(digits) || DOWN.includes(digits) || repeats || pairs;
}

/** One spelling for every way to type the same answer: case, blanks and punctuation are what people remember wrongly. */
export function normalAnswer(answer: string): string {
  return answer
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const RESERVED = /admin|support|official|staff|service|security|客服|官方|管理/;

/** The problem of a display name, or `undefined`: it must not look like ours. */
export function nameProblem(name: string, brand: string): Refusal | undefined {
  const plain = name.normalize('NFKC').toLowerCase();
  return RESERVED.test(plain) || plain.includes(brand.toLowerCase())
    ? refuse('security.name-reserved', { field: 'name' })
    : undefined;
}

/** What the score counts: instants where something was done, `null` where not. */
export interface ScoreFacts {
  readonly passwordSetAt: number | null;
  readonly google: boolean;
  readonly tradePassword: boolean;
  readonly phone: boolean;
  readonly email: boolean;
  readonly questions: boolean;
  readonly recoveryCodesLeft: number;
  readonly recoveryCodesIssued: number;
}

/** Policy `security.score`: what each thing counts; a password older than `passwordDays` counts half. */
type ScoreWeights = Readonly<Record<ScoreItem['name'] | 'passwordDays', number>>;

/** How safe an account is, item by item; the items that are open with most points first are what to do next. */
export function scoreOf(facts: ScoreFacts, weights: ScoreWeights, at: number): ScoreItem[] {
  const item = (name: ScoreItem['name'], done: boolean): ScoreItem => ({
    name,
    points: done ? weights[name] : 0,
    max: weights[name],
  });
  const stale = facts.passwordSetAt !== null && at - facts.passwordSetAt > weights.passwordDays * DAY_MS;
  const password = item('password', facts.passwordSetAt !== null);
  const issued = Math.max(1, facts.recoveryCodesIssued);
  return [
    { ...password, points: stale ? Math.floor(password.points / 2) : password.points },
    item('google', facts.google),
    { ...item('recoveryCodes', false), points: Math.floor((weights.recoveryCodes * facts.recoveryCodesLeft) / issued) },
    item('tradePassword', facts.tradePassword),
    item('email', facts.email),
    item('phone', facts.phone),
    item('questions', facts.questions),
  ];
}
