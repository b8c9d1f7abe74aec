import { amount, format, roundTo } from '../../../shared/money.js';
import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';
import type {
  LiquidationDone,
  PositionFacts,
  PositionFunded,
  PositionGrown,
  PositionShrunk,
} from './position/position.events.js';

/** Positions of a person in contracts, and what they chose for them. Orders and fills are told with those of other products. */
export const contractTimeline: Timeline = {
  sentences: sentencesOf<PositionFacts>('money', {
    LeverageQuizPassed: plain('leverage-quiz-passed'),
    PositionOpened: (data) => grown('position-opened', data),
    PositionIncreased: (data) => grown('position-increased', data),
    PositionReduced: (data) => shrunk('position-reduced', data),
    PositionClosed: (data) => shrunk('position-closed', data),
    PositionFunded: funded,
    PositionMarginAdjusted: (data) => ({
      sentence: data.amount.startsWith('-') ? 'position-margin-removed' : 'position-margin-added',
      values: { ...named(data), amount: unsigned(data.amount) },
    }),
    PositionDividend: (data) => ({
      sentence: data.paid.startsWith('-') ? 'position-dividend-received' : 'position-dividend-paid',
      values: { ...paidIn(data), quantity: data.quantity, price: data.perShare },
    }),
    PositionSplit: (data) => ({
      sentence: 'position-split',
      values: {
        symbol: data.symbol,
        new: data.newShares,
        old: data.oldShares,
        before: data.quantityBefore,
        after: data.quantity,
      },
    }),
    PositionLeverageSet: ({ symbol, leverage }) => ({
      sentence: 'position-leverage-set',
      values: { symbol, leverage },
    }),
    PositionModeSet: ({ symbol, mode }) => ({ sentence: `position-mode-${mode}`, values: { symbol } }),
    PositionLiquidated: (data) => ({
      sentence: data.gap === null ? `position-liquidated-${data.step}` : 'position-reduced-for-gap',
      values: {
        ...named(data),
        mark: data.markPrice,
        balance: short(data.marginBalance),
        maintenance: short(data.maintenanceMargin),
        ...priceOf(data),
        ...followed(data.policies[0]),
      },
    }),
    PositionDeleveraged: (data) => ({
      sentence: 'position-deleveraged',
      values: { ...named(data), price: short(data.price), place: data.place, length: data.queueLength },
    }),
    PositionWarned: (data) => ({
      sentence: data.liquidationPrice === null ? 'position-warned' : 'position-warned-price',
      values: {
        ...named(data),
        mark: data.markPrice,
        rate: percent(data.riskRate),
        ...(data.liquidationPrice === null ? {} : { price: short(data.liquidationPrice) }),
        ...followed(data.policy),
      },
    }),
    PositionHaltNotified: ({ symbol, change }) => ({ sentence: `contract-${change}`, values: { symbol } }),
    PositionGapWarned: (data) => ({
      sentence: 'position-gap-warned',
      values: {
        ...named(data),
        mark: data.markPrice,
        balance: short(data.marginBalance),
        needed: short(data.marginNeeded),
        rate: percent(data.gap.rate),
      },
    }),
    PositionBracketsWarned: (data) => ({
      sentence: 'position-brackets-warned',
      values: {
        ...named(data),
        mark: data.markPrice,
        balance: short(data.marginBalance),
        needed: short(data.marginNeeded),
        ...followed(data.policies[0]),
      },
    }),
  }),
  streams: ['position'],
};

const named = ({ symbol, side }: { readonly symbol: string; readonly side: string }) => ({
  symbol,
  held_side: side,
});

/** Figures of a formula have up to 18 decimals. */
const short = (text: string, decimals = 4): string => format(roundTo(amount(text), decimals, 'half-even'));
const percent = (share: string): string => short(format(amount(share) * 100n), 2);

/** At which its lots leave; cancelling orders has none. */
function priceOf(done: LiquidationDone): { readonly price?: string } {
  if (done.step === 'cancel-orders') return {};
  return { price: short(done.step === 'reduce' ? done.limitPrice : done.price) };
}

const unsigned = (amount: string): string => amount.replace('-', '');

function grown(sentence: string, data: PositionGrown) {
  const { quantity, price, margin, fee, orderId } = data;
  return { sentence, values: { ...named(data), quantity, price, margin, fee }, orderId };
}

function shrunk(sentence: string, data: PositionShrunk) {
  const { quantity, price, realised, fee, cause, orderId } = data;
  return { sentence, values: { ...named(data), quantity, price, realised, fee, close_cause: cause }, orderId };
}

function funded(data: PositionFunded) {
  const sentence = data.paid.startsWith('-') ? 'position-funding-received' : 'position-funding-paid';
  return { sentence, values: { ...paidIn(data), index: data.index } };
}

const paidIn = ({ symbol, paid }: { readonly symbol: string; readonly paid: string }) => ({
  symbol,
  amount: unsigned(paid),
  asset: 'USDT',
});
