import { amount, format, type Amount } from '../../shared/money.js';
import type { BankWire } from './ports/bank.js';
import type { RiskSignal } from './ports/risk-signals.js';

/** A wire as the bank's statement shows it, in plain texts, so that it travels with a command. */
export interface WireFact {
  readonly id: string;
  readonly toAccount: string;
  readonly amount: string;
  readonly currency: string;
  readonly arrivedAt: number;
}

export const wireFacts = (wires: readonly BankWire[]): WireFact[] =>
  wires.map(({ id, toAccount, amount: sum, currency, arrivedAt }) => ({
    id,
    toAccount,
    amount: format(sum),
    currency,
    arrivedAt,
  }));

const written = (account: string): string => account.replace(/\s/g, '').toUpperCase();

const isTo = ({ toAccount }: WireFact, accountNumber: string): boolean => written(toAccount) === written(accountNumber);

/** What has arrived for a payment: wires to its account in its currency. */
export function arrived(wires: readonly WireFact[], accountNumber: string, currency: string): WireFact[] {
  return wires.filter((wire) => wire.currency === currency && isTo(wire, accountNumber));
}

/** A wire without the account that it went to, which may be a person's: commands stay in the history. */
export interface MatchedWire extends Omit<WireFact, 'toAccount'> {
  /** Whether it went to the account that had to be paid to. */
  readonly isToAccount: boolean;
}

export function matchedWires(wires: readonly WireFact[], accountNumber: string): MatchedWire[] {
  return wires.map((wire) => {
    const { toAccount: _, ...fact } = wire;
    return { ...fact, isToAccount: isTo(wire, accountNumber) };
  });
}

export function sumOf(wires: readonly Pick<WireFact, 'amount'>[]): Amount {
  return wires.reduce((sum, wire) => sum + amount(wire.amount), 0n);
}

/** As a reviewer reads it. */
export const wireLine = ({ amount: sum, currency, toAccount, arrivedAt }: WireFact): string =>
  `${sum} ${currency} → ${toAccount}\n${new Date(arrivedAt).toISOString()}`;

/** Of all wires with the reference, those that count beside what was wanted. */
export function wireSignals(
  { payAmount, currency }: { readonly payAmount: string; readonly currency: string },
  counted: readonly WireFact[],
  all: readonly WireFact[],
): RiskSignal[] {
  const sum = sumOf(counted);
  const wanted = amount(payAmount);
  const inputs = { arrived: format(sum), wanted: payAmount, currency };
  const signals: RiskSignal[] = [];
  if (sum < wanted) signals.push({ name: 'c2c-wire-short', level: 'warning', inputs });
  else signals.push({ name: sum > wanted ? 'c2c-wire-over' : 'c2c-wire-full', level: 'info', inputs });
  if (all.length > counted.length)
    signals.push({ name: 'c2c-wire-elsewhere', level: 'warning', inputs: { count: all.length - counted.length } });
  return signals;
}

/** Compared without case and blanks: banks write names in capitals. */
export function payerSignals(payer: string, realName: string | null): RiskSignal[] {
  const same = (name: string): string => name.toLowerCase().replace(/\s+/g, '');
  const differs = realName !== null && same(payer) !== same(realName);
  return differs ? [{ name: 'c2c-payer-differs', level: 'warning', inputs: {} }] : [];
}
