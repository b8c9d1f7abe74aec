import type { PayeeAddressView, PayeeCardView, PayeesView } from '../../../contracts/payee.contract';
import type { WithdrawableView, WithdrawalKind, WithdrawalRulesView } from '../../../contracts/withdrawal.contract';
import { format, roundTo, toAmount, typedAmount } from '../../../shared/money';

/** The request, as the calls take it. Empty texts are not chosen yet. */
export interface WithdrawalRequest {
  kind: WithdrawalKind;
  currency: string;
  payeeId: string;
  network: string;
  amount: string;
}

/** An entry of the book as the form offers it. `closed`: its network is not paid out on now. */
export interface Destination {
  id: string;
  name: string;
  account: string;
  tag: string | null;
  network: string;
  usableAt: number;
  closed: boolean;
}

export const withdrawable = (rules: WithdrawalRulesView, currency: string): WithdrawableView | undefined =>
  rules.currencies.find((each) => each.currency === currency);

/** Where an amount of this kind and currency could go: what may be paid to first, then what still waits. */
export function destinationsOf(
  payees: Pick<PayeesView, 'addresses' | 'cards'>,
  rules: WithdrawalRulesView,
  { kind, currency }: Pick<WithdrawalRequest, 'kind' | 'currency'>,
): Destination[] {
  const open = new Set(withdrawable(rules, currency)?.networks ?? []);
  const all =
    kind === 'bank'
      ? payees.cards.map((card) => ofCard(card, rules.paysBank))
      : payees.addresses
          .filter((address) => address.currency === currency)
          .map((address) => ofAddress(address, open.has(address.network)));
  return all.toSorted((a, b) => Number(a.closed) - Number(b.closed) || a.usableAt - b.usableAt);
}

/** The only one that may be chosen, also while it cools off; `undefined` where there are several, or none. */
export function onlyOne(destinations: readonly Destination[]): Destination | undefined {
  const open = destinations.filter(({ closed }) => !closed);
  return open.length === 1 ? open[0] : undefined;
}

function ofAddress({ id, label, address, tag, network, usableAt }: PayeeAddressView, open: boolean): Destination {
  return { id, name: label, account: address, tag, network, usableAt, closed: !open };
}

function ofCard({ id, label, bankName, account, usableAt }: PayeeCardView, open: boolean): Destination {
  return { id, name: label === '' ? bankName : label, account, tag: null, network: '', usableAt, closed: !open };
}

/** The most that one request may take: what is available, within the rules. */
export function mostOf({ available, maximum }: WithdrawableView): string {
  return maximum !== null && toAmount(maximum) < toAmount(available) ? maximum : available;
}

/** A part of the most that may go, down to what the currency can be parted into. */
export function amountOfPercent(percent: number, most: string, decimals: number): string {
  const part = (toAmount(most) * BigInt(percent)) / 100n;
  const amount = roundTo(part, decimals, 'down');
  return amount === 0n ? '' : format(amount);
}

/** Where the slider stands for a typed amount: 0 to 100. */
export function percentOf(amount: string, most: string): number {
  const [part, whole] = [typedAmount(amount) ?? 0n, toAmount(most)];
  if (whole <= 0n) return 0;
  const percent = Number((part * 100n) / whole);
  return Math.min(100, Math.max(0, percent));
}

/** How far a bar is, 0 to 1; nothing needed is all done. */
export function shareDone(done: string, needed: string): number {
  const whole = toAmount(needed);
  return whole <= 0n ? 1 : Math.min(1, Number((toAmount(done) * 1000n) / whole) / 1000);
}
