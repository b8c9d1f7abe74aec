import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';
import type { OptionBought, OptionFacts } from './option.events.js';

/** Options of a person, and the limits that they set themselves. */
export const optionTimeline: Timeline = {
  sentences: sentencesOf<OptionFacts>('money', {
    OptionWarningConfirmed: plain('option-warning-confirmed'),
    OptionBought: (data) => ({
      sentence: `option-bought-${data.direction}`,
      values: { ...stakeOf(data), delivery: data.delivery, payout: data.payoutRate, ...followed(data.policy) },
    }),
    OptionEntered: ({ symbol, price }) => ({ sentence: 'option-entered', values: { symbol, price } }),
    OptionSettled: ({ symbol, result, price, returned }) => ({
      sentence: `option-${result}`,
      values: { symbol, price, received: returned, asset: 'USDT' },
    }),
    OptionReturned: (data) => ({ sentence: `option-returned-${data.reason}`, values: stakeOf(data) }),
    OptionLossLimitSet: ({ limit }) => limitOf('option-limit-set', limit),
    OptionLossLimitLoosening: ({ limit, from }) => ({
      sentence: limit === null ? 'option-limit-ends' : 'option-limit-loosening',
      values: { ...(limit === null ? {} : { amount: limit, asset: 'USDT' }), effectAt: from },
    }),
    OptionLossLimitLoosened: ({ limit }) => limitOf('option-limit-loosened', limit),
    OptionPauseSet: ({ until }) => ({ sentence: 'option-pause-set', values: until === null ? {} : { endsAt: until } }),
    OptionPauseShortening: ({ from }) => ({ sentence: 'option-pause-shortening', values: { effectAt: from } }),
    OptionPauseShortened: plain('option-pause-shortened'),
  }),
  streams: ['option'],
  begun: 'options',
};

const stakeOf = ({ symbol, stake }: Pick<OptionBought, 'symbol' | 'stake'>) => ({
  symbol,
  amount: stake,
  asset: 'USDT',
});

const limitOf = (sentence: string, limit: string | null) =>
  limit === null
    ? { sentence: 'option-limit-none', values: {} }
    : { sentence, values: { amount: limit, asset: 'USDT' } };
