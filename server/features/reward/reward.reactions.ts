import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { VoucherDates } from '../../core/ports/voucher-dates.js';
import type { Reaction } from '../../engine/reactions/reaction.js';
import { FinishFeeVoucherDate, UseFeeVouchers } from './reward.commands.js';
import type { FeeVoucherDateClosed } from './reward.events.js';

/** Vouchers pay back when a date is over: each owner once, whatever crashes in between. */
export function rewardReactions(dates: VoucherDates): readonly Reaction[] {
  return [
    {
      name: 'when-date-is-over-pay-fees-back',
      realms: ['real'],
      on: {
        FeeVoucherDateClosed: async ({ data: { date } }: RecordedEvent<string, FeeVoucherDateClosed>) => {
          const { uses, most } = await dates.due(date);
          return {
            commands: [
              ...uses.map((one) => ({ ...planned(UseFeeVouchers, { ...one, date, most }), part: one.ownerId })),
              { ...planned(FinishFeeVoucherDate, { date, owners: uses.length }), part: 'end' },
            ],
          };
        },
      },
    },
  ];
}
