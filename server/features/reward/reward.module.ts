import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { VoucherDates } from '../../core/ports/voucher-dates.js';
import { RewardController } from './reward.controller.js';
import { RewardQuery } from './reward.query.js';
import { RewardService } from './reward.service.js';
import { FeeVoucherDates } from './voucher-dates.js';

/** Sign-in: a calendar of seven days, points, and vouchers that pay trading fees back. */
@Global()
@Module({
  controllers: [RewardController],
  providers: [RewardQuery, RewardService, FeeVoucherDates, { provide: VoucherDates, useExisting: FeeVoucherDates }],
  exports: [VoucherDates],
})
export class RewardModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: RewardQuery,
  ) {}

  onModuleInit(): void {
    // Points and vouchers are no money: they end with the account.
    const { query } = this;
    this.holdings.register(
      {
        name: 'rewards',
        tables: ['reward_records', 'fee_vouchers', 'fees_paid_back'],
        export: (userId) => query.export(userId),
      },
      { name: 'sign-in-zones', tables: [], export: (userId) => query.zones(userId) },
    );
  }
}
