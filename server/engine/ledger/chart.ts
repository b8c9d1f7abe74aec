import { ACCOUNT_SPACES, type AccountSpace } from '../../../contracts/asset.contract.js';

export type { AccountSpace };

/**
 * The chart of accounts. Users' accounts are `user/<ownerId>/<space>/available` and `…/frozen`; the platform's own are
 * `house/<name>`. An owner id begins with its realm (`demo-…`, `real-…`), so that no posting can cross between realms.
 */
export type Bucket = 'available' | 'frozen';

/** House accounts, what each stands for, and whether it may go below zero. */
export const HOUSE = {
  fees: { account: 'house/fees', mayGoNegative: false, holds: 'fees earned on trades and withdrawals' },
  marketMaker: { account: 'house/market-maker', mayGoNegative: true, holds: 'the inventory of the simulated agents' },
  chain: { account: 'house/chain', mayGoNegative: true, holds: 'less what lies on the simulated chains for users' },
  bank: {
    account: 'house/bank',
    mayGoNegative: true,
    holds: 'less what came in by the simulated bank, plus what it paid out',
  },
  c2cSellers: { account: 'house/c2c-sellers', mayGoNegative: true, holds: 'less what the sellers of C2C orders gave' },
  unclaimed: {
    account: 'house/unclaimed',
    mayGoNegative: false,
    holds: 'what arrived on a chain and is credited to nobody',
  },
  networkFees: { account: 'house/network-fees', mayGoNegative: true, holds: 'less what the chains took for payouts' },
  conversion: {
    account: 'house/conversion',
    mayGoNegative: true,
    holds: 'the inventory that conversions are made against',
  },
  dividends: { account: 'house/dividends', mayGoNegative: true, holds: 'less what was paid as dividends' },
  splits: {
    account: 'house/splits',
    mayGoNegative: true,
    holds: 'less the shares that splits added, plus those they took, less what fractions were paid with',
  },
  delistings: {
    account: 'house/delistings',
    mayGoNegative: true,
    holds: 'the delisted shares that holders were paid out for, less what they got',
  },
  contractAgents: {
    account: 'house/contract-agents',
    mayGoNegative: true,
    holds: 'what the simulated agents have paid and received for contracts, funding included',
  },
  contractClearing: {
    account: 'house/contract-clearing',
    mayGoNegative: true,
    holds: 'the entry cost of all open shorts, less that of all open longs',
  },
  contractInsurance: {
    account: 'house/contract-insurance',
    mayGoNegative: false,
    holds: 'the insurance fund: what pays losses that no margin of a liquidated position covers',
  },
  contractGrants: {
    account: 'house/contract-grants',
    mayGoNegative: true,
    holds: 'less what the published grants gave to the insurance fund',
  },
  options: {
    account: 'house/options',
    mayGoNegative: false,
    holds: 'what pays options that win, and what lost ones left',
  },
  optionHolds: {
    account: 'house/option-holds',
    mayGoNegative: false,
    holds: 'the highest payout of every open option',
  },
  optionGrants: {
    account: 'house/option-grants',
    mayGoNegative: true,
    holds: 'less what the published grants gave to options',
  },
  treasury: {
    account: 'house/treasury',
    mayGoNegative: false,
    holds: 'what pays the interest of custody, and the penalties of early redemption',
  },
  treasuryHolds: {
    account: 'house/treasury-holds',
    mayGoNegative: false,
    holds: 'the highest interest of every open custody order',
  },
  treasuryGrants: {
    account: 'house/treasury-grants',
    mayGoNegative: true,
    holds: 'less what the published grants gave to the treasury',
  },
  lending: {
    account: 'house/lending',
    mayGoNegative: false,
    holds: 'what may still be lent: the grants less what loans have out',
  },
  lendingGrants: {
    account: 'house/lending-grants',
    mayGoNegative: true,
    holds: 'less what the published grants gave to lending',
  },
  loanIncome: {
    account: 'house/loan-income',
    mayGoNegative: false,
    holds: 'interest and late fees of loans',
  },
  loanLosses: {
    account: 'house/loan-losses',
    mayGoNegative: true,
    holds: 'less the principal of loans that were written off',
  },
  fundLow: {
    account: 'house/fund-low',
    mayGoNegative: true,
    holds: 'what the low-risk fund owns; its cash is below zero between a net asset value and the payments of its day',
  },
  fundBalanced: {
    account: 'house/fund-balanced',
    mayGoNegative: true,
    holds: 'what the balanced fund owns; its cash is below zero between a net asset value and the payments of its day',
  },
  fundUnits: { account: 'house/fund-units', mayGoNegative: true, holds: 'less the units of funds that people own' },
  fundMarket: {
    account: 'house/fund-market',
    mayGoNegative: true,
    holds: 'what funds sold at official closes, less what they bought',
  },
  issuers: {
    account: 'house/issuers',
    mayGoNegative: true,
    holds: 'what new coins were issued for, less these coins',
  },
  rewards: {
    account: 'house/rewards',
    mayGoNegative: true,
    holds: 'less what fee vouchers paid back',
  },
  demoGrants: { account: 'house/demo-grants', mayGoNegative: true, holds: 'play money given to demo accounts' },
} as const;

const NEGATIVE = new Set<string>(
  Object.values(HOUSE)
    .filter((house) => house.mayGoNegative)
    .map((house) => house.account),
);
const HOUSE_ACCOUNTS = new Set<string>(Object.values(HOUSE).map((house) => house.account));
const SPACES = new Set<string>(ACCOUNT_SPACES);

export function userAccount(ownerId: string, space: AccountSpace, bucket: Bucket): string {
  return `user/${ownerId}/${space}/${bucket}`;
}

/** The person whose owner id this is: it names the generation of the account behind the last dot. */
export function userOf(ownerId: string): string {
  return ownerId.slice(0, ownerId.lastIndexOf('.'));
}

/** Every account of an owner. */
export function accountsOf(ownerId: string): string[] {
  return ACCOUNT_SPACES.flatMap((space) => [
    userAccount(ownerId, space, 'available'),
    userAccount(ownerId, space, 'frozen'),
  ]);
}

/** Whether all that an account has is on hold for something: a stream declares what for (`StreamKind.holds`). */
export function isOnHold(account: string): boolean {
  return (
    account.endsWith('/frozen') || account === HOUSE.optionHolds.account || account === HOUSE.treasuryHolds.account
  );
}

export function mayGoNegative(account: string): boolean {
  return NEGATIVE.has(account);
}

/** Accounts that were found in order; the same ones come again and again. Emptied when full, so it stays small. */
const inOrder = new Map<string, string>();
const IN_ORDER_MAX = 50_000;

/** Why the account may not stand in a posting of this realm, or `undefined` when it may. */
export function accountProblem(account: string, realm: string): string | undefined {
  if (inOrder.get(account) === realm) return undefined;
  const problem = lookForProblem(account, realm);
  if (problem !== undefined) return problem;
  if (inOrder.size >= IN_ORDER_MAX) inOrder.clear();
  // A house account is in order in every realm, so it is looked at each time.
  if (!account.startsWith('house/')) inOrder.set(account, realm);
  return undefined;
}

function lookForProblem(account: string, realm: string): string | undefined {
  if (account.startsWith('house/'))
    return HOUSE_ACCOUNTS.has(account) ? undefined : `no such house account: ${account}`;
  const [kind, owner, space, bucket, ...rest] = account.split('/');
  if (kind !== 'user' || owner === undefined || rest.length > 0) return `no such kind of account: ${account}`;
  if (!owner.startsWith(`${realm}-`)) return `an owner of another realm: ${account} in ${realm}`;
  if (space === undefined || !SPACES.has(space)) return `no such account space: ${account}`;
  if (bucket !== 'available' && bucket !== 'frozen') return `no such bucket: ${account}`;
  return undefined;
}
