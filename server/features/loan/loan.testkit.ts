import type { LoanRequest, LoanRules } from './loan.commands.js';

/** Rules as the policy seeds them; tests change what they are about. */
export const RULES: LoanRules = {
  open: true,
  dailyRate: '0.0005',
  freeDays: 3,
  lateRate: '0.001',
  minUsdt: '10',
  unassessed: '500',
  conservative: '5000',
  balanced: '20000',
  aggressive: '50000',
  fourEyesFrom: '10000',
  remindDays: 3,
  setOffDays: 30,
  writeOffDays: 90,
  scoreMinUsdt: '100',
  scoreHeldDays: 7,
  scoreEveryDays: 30,
  grantUsdt: '5000000',
};

/** Front, back and one proof: as few images as an application may have. */
export const IMAGES: LoanRequest['images'] = [
  { image: 'front', imageId: 'image-front1' },
  { image: 'back', imageId: 'image-back11' },
  { image: 'income', imageId: 'image-income' },
];
