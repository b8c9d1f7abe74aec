import { startOf } from '../../../shared/utc-date.js';
import { NewCoinMarket, type NewCoinTerms } from '../../core/ports/new-coin-market.js';

export const [USER, OWNER] = ['real-anna', 'real-anna.1'];
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const AT = Date.parse('2028-03-01T12:00:00Z');
export const [CLOSES, LISTS] = ['2028-03-03', '2028-03-04'];
export const SEED = '0a'.repeat(32);

export const RULES = {
  feeRate: '0.005',
  minimumUsdt: '10',
  maximumUsdt: '1000',
  openMin: '0.5',
  openMax: '1.4',
  callMinutes: 30,
  floatShare: '0.1',
  volatilityAnnual: '1.2',
  reasonLengthMin: 10,
};
export const POLICY = { name: 'subscription.rules', version: 3, values: RULES };

/** Ties by one seed, listings half an hour after 00:00 UTC at a step of the band. */
export class TestMarket extends NewCoinMarket {
  isFree: () => boolean = () => true;
  tieEpoch = (listsOn: string) => ({ epoch: 7, promisedFrom: startOf(listsOn) - 4 * HOUR_MS - 60_000 });
  tieSeed = () => SEED;
  listingOf({ coin, listsOn }: NewCoinTerms) {
    const opensAt = startOf(listsOn) + 30 * 60_000;
    return { spec: { symbol: `${coin}USDT` } as never, opensAt, epoch: 8, step: 10, openPrice: '0.3' };
  }
}

export const propose = (changes: object = {}) => ({
  type: 'ProposeNewCoin',
  data: {
    ...{ issueId: 'NOVA', staffId: 'rick', coin: 'NOVA', name: 'Nova', issuePrice: '0.5', volume: 100, minimum: 10 },
    ...{
      closesOn: CLOSES,
      listsOn: LISTS,
      lockupDays: 2,
      reason: 'As the board decided.',
      policy: POLICY,
      isFree: true,
    },
    ...changes,
  },
});
export const approve = (staffId = 'rita') => ({
  type: 'ApproveNewCoin',
  data: { issueId: 'NOVA', staffId, isFree: true },
});
export const cancel = (staffId: string) => ({
  type: 'CancelNewCoin',
  data: {
    ...{ issueId: 'NOVA', staffId, reason: 'The issuer withdrew.', reasonLengthMin: 10 },
    policy: { name: POLICY.name, version: 3, inputs: {} },
  },
});
export const subscribe = (changes: object = {}) => ({
  type: 'SubscribeNewCoin',
  data: {
    ...{ userId: USER, ownerId: OWNER, issueId: 'NOVA', subscriptionId: 'sbs-1', requestId: 'nsr-1', coins: '200' },
    ...{ agreed: 3, cap: { cap: '500', policy: { name: 'risk.caps', version: 1, inputs: {} } } },
    ...changes,
  },
});
export const list = { type: 'ListNewCoin', data: { issueId: 'NOVA' } };
export const settle = { type: 'SettleNewCoin', data: { issueId: 'NOVA', from: 0 } };
export const unlock = { type: 'UnlockNewCoin', data: { issueId: 'NOVA', from: 0 } };
