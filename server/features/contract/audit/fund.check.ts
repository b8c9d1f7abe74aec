import { insuranceDue } from '../../../../shared/contract-rules.js';
import { amount, format, ZERO, type Amount } from '../../../../shared/money.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import type { InsuranceFundGranted, InsuranceFundMoved } from '../liquidation/insurance.events.js';
import type { ContractTerms } from './contract-terms.js';
import { unlike } from './unlike.js';

const FUND = HOUSE.contractInsurance.account;

/** The insurance fund of a realm: grants by the policy, what liquidations left or cost, and the account that has it. */
export class FundCheck {
  balance: Amount = ZERO;
  granted: Amount = ZERO;
  private posted: Amount = ZERO;

  constructor(private readonly terms: Pick<ContractTerms, 'insurance'>) {}

  post(account: string, sum: Amount): void {
    if (account === FUND) this.posted += sum;
  }

  grant(data: InsuranceFundGranted): string[] {
    const rules = this.terms.insurance(data.policy);
    if (rules === undefined) return [`${data.policy.name} v${data.policy.version} was never published`];
    const due = insuranceDue(this.granted, rules);
    const [granted, balance] = [this.granted + due, this.balance + due];
    const expected = { amount: format(due), granted: format(granted), balance: format(balance) };
    [this.granted, this.balance] = [amount(data.granted), amount(data.balance)];
    return unlike(expected, data);
  }

  move(data: InsuranceFundMoved): string[] {
    const balance = this.balance + amount(data.amount);
    this.balance = amount(data.balance);
    return [...unlike({ balance: format(balance) }, data), ...(balance < ZERO ? ['it has less than nothing'] : [])];
  }

  /** What its events say it has, and what is in its account, when a command is over. */
  end(): string[] {
    const { posted, balance } = this;
    if (posted === balance) return [];
    this.balance = posted;
    return [`the insurance fund has ${format(posted)}, and its events make it ${format(balance)}`];
  }
}
