import type { ScoreItem, SecurityView } from '../../../contracts/security.contract';

type ScoreLevel = 'low' | 'fair' | 'high';

/** The score in a word: below 40 of 100 and from 75 of 100 it changes. */
export function levelOf({ points, max }: SecurityView['score']): ScoreLevel {
  const percent = max === 0 ? 0 : (points * 100) / max;
  return percent < 40 ? 'low' : percent < 75 ? 'fair' : 'high';
}

/** What would raise the score most, or `null` when nothing is left to do. Recovery codes come with the authenticator. */
export function nextStep({ score, google }: SecurityView): ScoreItem | null {
  const open = score.items.filter(
    ({ name, points, max }) => points < max && (name !== 'recoveryCodes' || google.boundAt !== null),
  );
  return open.reduce<ScoreItem | null>(
    (best, item) => (best === null || item.max - item.points > best.max - best.points ? item : best),
    null,
  );
}

/** The screen that sets or changes a factor; security questions use a dialog of the same page. */
export function wayTo(name: ScoreItem['name'], { tradePassword }: SecurityView): string {
  const ways: Record<ScoreItem['name'], string> = {
    password: '/editPassword',
    google: '/googleCode',
    recoveryCodes: '/googleCode',
    tradePassword: tradePassword.setAt === null ? '/bindmpwd' : '/editPasswordTrade',
    email: '/email',
    phone: '/mobile',
    questions: '/setting?open=questions',
  };
  return ways[name];
}
