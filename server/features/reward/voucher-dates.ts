import { Inject, Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { amount, format, least } from '../../../shared/money.js';
import { dateAfter, startOf } from '../../../shared/utc-date.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { TradingFees } from '../../core/ports/trading-fees.js';
import type { VoucherDate, VoucherDates } from '../../core/ports/voucher-dates.js';
import { refuse, Refused } from '../../core/refusal.js';
import { RewardQuery } from './reward.query.js';

/** Who holds fee vouchers for the fees of a date, and paid some or holds one that ends. */
@Injectable()
export class FeeVoucherDates implements VoucherDates {
  constructor(
    @Inject(RewardQuery) private readonly query: Pick<RewardQuery, 'isUpToDate' | 'holders' | 'chain'>,
    private readonly fees: TradingFees,
    private readonly policies: PolicySource<KnownPolicies>,
  ) {}

  async due(date: string): Promise<VoucherDate> {
    await this.upToDate(date);
    const holders = await this.query.holders(date);
    const userIds = holders.map(({ userId }) => userId);
    const paid = await this.fees.paid(date, userIds);
    const uses = holders.flatMap(({ userId, ownerId, ending }) => {
      const fees = paid.get(userId);
      return fees === undefined && !ending ? [] : [{ userId, ownerId, fees: fees ?? '0' }];
    });
    return { uses, most: this.mostOn(date) };
  }

  async arePaid(date: string): Promise<boolean> {
    await this.upToDate(date);
    const chain = await this.query.chain();
    return chain === undefined || chain.begunOn > date || chain.paidDate >= date;
  }

  private mostOn(date: string): string {
    const at = startOf(dateAfter(date, 1)) - 1;
    const [spot, contract] = [this.policies.inForceAt('spot.fees', at), this.policies.inForceAt('contract.fees', at)];
    return format(least(amount(spot.values.voucherShare), amount(contract.values.voucherShare)));
  }

  private async upToDate(date: string): Promise<void> {
    if (!(await this.query.isUpToDate())) throw new Refused(`fee vouchers of ${date}`, refuse('request.unavailable'));
  }
}
