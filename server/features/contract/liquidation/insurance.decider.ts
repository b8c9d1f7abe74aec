import { insuranceDue } from '../../../../shared/contract-rules.js';
import { format, ZERO, type Amount } from '../../../../shared/money.js';
import type { View } from '../../../core/decider.js';
import { eventsOf, type NewEvent } from '../../../core/event.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import type { InsuranceFacts, InsuranceFundMoved } from './insurance.events.js';
import { insuranceKind } from './insurance.state.js';
import type { InsuranceTerms } from './liquidation.commands.js';

const eventOf = (realm: string) => eventsOf<InsuranceFacts>(() => `${insuranceKind.name}-${realm}`);
const move = (from: string, to: string, value: Amount) => [
  { account: from, asset: 'USDT', amount: -value },
  { account: to, asset: 'USDT', amount: value },
];

/** The insurance fund of a realm in one decision. */
export class InsuranceFund {
  readonly events: NewEvent[] = [];
  private held: Amount;

  /** First gives it what the policy says, less what it was given before. */
  constructor(
    private readonly view: View,
    { policy: { name, version }, openingUsdt }: InsuranceTerms,
  ) {
    this.held = view.balance(HOUSE.contractInsurance.account, 'USDT');
    const { granted } = view.state(insuranceKind, view.realm);
    const due = insuranceDue(granted, { openingUsdt });
    if (due === ZERO) return;
    this.held += due;
    const data = {
      amount: format(due),
      granted: format(granted + due),
      balance: format(this.held),
      policy: { name, version },
    };
    const postings = move(HOUSE.contractGrants.account, HOUSE.contractInsurance.account, due);
    this.events.push({ ...eventOf(view.realm)('InsuranceFundGranted', data), postings });
  }

  get balance(): Amount {
    return this.held;
  }

  /** Takes what a liquidation left, or pays what it cost. The clearing account is on the other side. */
  take(gain: Amount, moved: Omit<InsuranceFundMoved, 'amount' | 'balance'>): void {
    if (gain === ZERO) return;
    this.held += gain;
    const data = { ...moved, amount: format(gain), balance: format(this.held) };
    const postings = move(HOUSE.contractClearing.account, HOUSE.contractInsurance.account, gain);
    this.events.push({ ...eventOf(this.view.realm)('InsuranceFundMoved', data), postings });
  }
}
