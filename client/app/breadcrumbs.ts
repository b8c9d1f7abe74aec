import { ROUTES, type Area } from './routes';

/** Screens that the main navigation leads to, or that fill the window: no path stands over them. */
const WITHOUT = new Set(['home', 'market', 'login', 'spot', 'contracts', 'assets', 'assetsBySpace']);

/** The screen that a screen is inside of, where its area does not already say it. */
const PARENTS: Readonly<Record<string, string>> = {
  helpArticle: 'help',
  newsDetail: 'news',
  benefit: 'benefits',
  signInRules: 'benefits',
  register: 'login',
  forgotPassword: 'login',
  verificationCode: 'login',
  lostGoogle: 'login',
  questionnaire: 'risk',
  userCentre: 'home',
  userName: 'profile',
  phone: 'profile',
  email: 'profile',
  identity: 'userCentre',
  orderRecords: 'spot',
  newCoins: 'home',
  newCoinRecords: 'newCoins',
  newCoinBuy: 'newCoins',
  loanProducts: 'home',
  repayment: 'loans',
  custody: 'home',
  assets: 'home',
  addAddress: 'addresses',
  addBank: 'bank',
  cryptoWithdrawalRecords: 'withdrawalRecords',
  c2c: 'assets',
};

const AREA_PARENTS: Readonly<Record<Area, string>> = {
  content: 'home',
  account: 'userCentre',
  verification: 'identity',
  trading: 'home',
  newCoins: 'newCoins',
  loans: 'loanProducts',
  wealth: 'custody',
  funding: 'assets',
  records: 'assets',
  c2c: 'c2c',
};

/** The screens above one, from the home page down; none for a screen that stands by itself. */
export function pathTo(screen: string): readonly string[] {
  if (WITHOUT.has(screen)) return [];
  const path: string[] = [];
  for (let at = parentOf(screen); at !== undefined; at = parentOf(at)) path.unshift(at);
  return path;
}

function parentOf(screen: string): string | undefined {
  if (screen === 'home') return undefined;
  const area = ROUTES.find((route) => route.screen === screen)?.area;
  return PARENTS[screen] ?? (area === undefined ? 'home' : AREA_PARENTS[area]);
}
