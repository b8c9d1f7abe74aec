import type { WithdrawalRules } from '../../../contracts/withdrawal.contract.js';
import type { DepositRules } from '../../../contracts/deposit.contract.js';
import { amount, format } from '../../../shared/money.js';
import type { Sealed } from '../../core/person.js';
import type { Rng } from '../../core/rng.js';
import type { ChannelNow } from '../../features/deposit/deposit.commands.js';
import type { C2cRules } from '../../features/c2c/c2c.rules.js';
import type { PayeeEntry } from '../../features/payee/payee.decider.js';
import type { SimulatedCommand } from './people.js';
import { CONFIRMATIONS, NETWORK } from './outside.js';

export const SEALED = 'v1.simulated' as Sealed;
/** Where transfers land whose owner nobody knows. */
export const NOBODYS = `${NETWORK}:platform:`;
export const addressOf = (userId: string): string => `${NETWORK}:${userId}:`;
export const SELLERS = ['seller-usd', 'seller-eur'] as const;
export const PRICES: Readonly<Record<string, string>> = { USDT: '1', ETH: '2500' };

const WITHDRAWAL_RULES: WithdrawalRules = {
  feeRate: '0.05',
  perDay: 3,
  min: '100',
  max: '200000',
  chains: `USDT:${NETWORK},ETH:${NETWORK}`,
  paysBank: true,
  windowFrom: '06:00',
  windowTo: '24:00',
  timeZone: 'Asia/Hong_Kong',
  turnover: 'consumption',
  turnoverShare: '0.9',
  fourEyesFrom: '10000',
  googleRequired: false,
  processingHours: 24,
};

const DEPOSIT_RULES: DepositRules = {
  minimumUSDT: '1',
  minimumBTC: '0.001',
  minimumETH: '0.1',
  minimumTRX: '10',
  minimumOther: '1',
  closedChannels: 'none',
  proofsWaitingMax: 5,
};

export const C2C_RULES: C2cRules = {
  validMinutes: 180,
  reinstateHours: 24,
  reinstateMinutes: 180,
  appealHours: 72,
  min: '100',
  max: '50000',
  openMax: 3,
  currencies: 'USD,EUR',
  spread: '0.01',
  closedMargin: '0.0075',
  closedMax: '10000',
  priceBand: '0.002',
  messagesMax: 200,
};

/** The channel of an asset as it is now: `DOGE` came by a network that does not take it. */
export function channelOf(currency: string): ChannelNow {
  const policy = { name: 'deposit.rules', version: 1, values: DEPOSIT_RULES };
  const minimum = currency === 'ETH' ? DEPOSIT_RULES.minimumETH : DEPOSIT_RULES.minimumUSDT;
  const open = currency in PRICES;
  return { policy, network: NETWORK, currency, open, minimum, priceUsdt: null, confirmationsNeeded: CONFIRMATIONS };
}

/** Commands of people about their money, drawn by chance: most of it makes sense, some of it must be refused. */
export class MoneyCommands {
  private made = 0;

  constructor(private readonly rng: Rng) {}

  addPayee(userId: string): SimulatedCommand {
    const isCard = this.rng.chance(0.3);
    const chain = isCard ? {} : { currency: this.rng.pick(['USDT', 'USDT', 'ETH']), network: NETWORK };
    const policy = { name: 'payee.rules', version: 1, inputs: { coolingHours: 2, most: 8 } };
    const fingerprint = `f${this.rng.below(12)}`;
    const data = { userId, payeeId: this.id('payee'), sealedPayee: SEALED, fingerprint, policy, ...chain };
    return { type: isCard ? 'AddPayeeCard' : 'AddPayeeAddress', data, actor: `user:${userId}` };
  }

  withdrawal(userId: string, payee: PayeeEntry | undefined): SimulatedCommand {
    const { rng } = this;
    const isCard = payee?.kind === 'card';
    const currency = payee === undefined || isCard || rng.chance(0.05) ? 'USDT' : payee.currency;
    const sums = currency === 'ETH' ? ['0.05', '0.5', '3.25'] : ['50', '100', '777.77', '9999', '10000', '25000'];
    const chain = payee?.kind === 'address' ? { currency: payee.currency, network: payee.network } : null;
    const found = payee && { chain, sealed: SEALED, fingerprint: payee.fingerprint, since: payee.addedAt };
    const spent = rng.chance(0.9) ? '900000' : '10';
    const data = {
      ...{ withdrawalId: this.id('w'), userId, ownerId: `${userId}.1`, kind: isCard ? 'bank' : 'crypto' },
      ...{ payeeId: payee?.id ?? '', currency, network: isCard ? '' : NETWORK, amount: rng.pick(sums) },
      policy: { name: 'withdrawal.rules', version: 1, values: WITHDRAWAL_RULES },
      ...{ paused: rng.chance(0.02), decimals: isCard ? 2 : 6, priceUsdt: PRICES[currency], payee: found ?? null },
      ...{ deviceFingerprint: null, problem: null },
      turnover: { spent, deposited: '1000000', invested: '0', balance: '0', position: 1 },
    };
    return { type: 'SubmitWithdrawal', data, actor: `user:${userId}` };
  }

  proof(userId: string, hash: string): SimulatedCommand {
    const channel = channelOf(this.rng.pick(['USDT', 'ETH']));
    const names = { userId, key: `${NETWORK}:${hash}`, depositId: this.id('d'), hash };
    const data = { ...names, declared: '100', images: ['image-1'], sealedNote: null, channel, problem: null };
    return { type: 'SubmitDeposit', data, actor: `user:${userId}` };
  }

  c2c(userId: string, at: number): SimulatedCommand {
    const orderId = this.id('c');
    const form = { currency: this.rng.pick(['USD', 'EUR', 'CHF']), amount: this.rng.pick(['99', '100', '2500.5']) };
    const price = { index: { price: '1', at, opensAt: null }, shownPrice: '1.01' };
    const policy = { name: 'c2c.rules', version: 1, values: C2C_RULES };
    const data = {
      orderId,
      reference: orderId.toUpperCase(),
      userId,
      ownerId: `${userId}.1`,
      ...form,
      ...price,
      policy,
    };
    return { type: 'PlaceC2c', data, actor: `user:${userId}` };
  }

  transfer(userId: string): SimulatedCommand {
    const [from, to] = [this.rng.pick(SPACES), this.rng.pick(SPACES)];
    const sum = this.rng.pick(['0', '5', '120.5', '4000']);
    const names = { userId, ownerId: `${userId}.1`, transferId: this.id('t') };
    return {
      type: 'TransferFunds',
      data: { ...names, from, to, currency: 'USDT', amount: sum },
      actor: `user:${userId}`,
    };
  }

  conversion(userId: string, at: number): SimulatedCommand {
    const [from, to] = this.rng.chance(0.5) ? (['USDT', 'ETH'] as const) : (['ETH', 'USDT'] as const);
    const sold = from === 'ETH' ? '0.1' : '250';
    const receives = format(amount(from === 'ETH' ? '249.5' : '0.0998'));
    const values = { spreadRate: '0.002', minUsdt: '1', maxUsdt: '100000', dustBelowUsdt: '10' };
    const quote = {
      ...{ userId, ownerId: `${userId}.1`, quoteId: this.id('q'), kind: 'single', receives, at },
      legs: [{ ...priceOf(from), amount: sold, worthUsdt: '250', receives }],
      to: priceOf(to),
      expiresAt: at + (this.rng.chance(0.1) ? -1 : 10_000),
      policy: { name: 'conversion.rules', version: 1, values: { ...values, quoteSeconds: 10, dustQuoteSeconds: 60 } },
    };
    return { type: 'ConvertFunds', data: { quote }, actor: `user:${userId}` };
  }

  private id(kind: string): string {
    return `${kind}${(this.made += 1)}`;
  }
}

const SPACES = ['spot', 'contract', 'options', 'futures', 'finance'] as const;
const priceOf = (currency: string) => ({ currency, priceUsdt: PRICES[currency] ?? '1', symbol: null });
