import { z } from 'zod';
import { commonFields, decimalText, pageQuery, periodQuery } from './envelope.contract.js';
import {
  attachedFields,
  ORDER_TYPES,
  orderId,
  orderPreview,
  orderProblem,
  SELF_TRADE_PREVENTION,
  SIDES,
  STOP_TRIGGERS,
  trailingFields,
} from './order.contract.js';
import { contractHaltView } from './contract-halt.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** In the order in which they are checked: what the owner has chosen, the size, the market, the risk class, the margin. */
export const contractRefusals = {
  /** The contract is in `mode`; the order names a position of the other one. */
  'contract.side-not-of-mode': { status: 422, field: 'positionSide' },
  /** Its hold would grow with the price that it follows. */
  'contract.trailing-stop-only-closes': { status: 422, field: 'type' },
  /** The last bracket ends at `maximum` USDT. */
  'contract.position-limit': { status: 200, field: 'quantity' },
  /** A position of `notional` USDT allows at most `maximum` times; the contract is set to `leverage`. */
  'contract.leverage-above-bracket': { status: 200, field: 'quantity' },
  /** The owner may open `maximum` of `asset` more on this side: by what all users have there, or by the owner's own part of it. */
  'contract.open-interest-full': { status: 200, policy: 'contract.rules', field: 'quantity' },
  /** Open principal above the cap of the risk class: `cap` and `open`. */
  'contract.cap-exceeded': { status: 200, policy: 'risk.caps', field: 'quantity' },
  /** An order that opens watches the mark price alone. */
  'contract.opening-trigger': { status: 422, field: 'trigger' },
  /** The price at which an order closes lies beyond `price`, the bankruptcy price. */
  'contract.price-beyond-bankruptcy': { status: 200, field: 'price' },
  /** The position is liquidated at `price`, before the trigger price is reached. */
  'contract.stop-beyond-liquidation': { status: 200, field: 'stopPrice' },
  /** The bankruptcy price would come to be `price`, and the owner's order to close at `closing` lies beyond it. */
  'contract.closing-order-beyond': { status: 200, field: 'quantity' },
  /** From 1 to `maximum` times, for a position of this size. */
  'contract.leverage-out-of-range': { status: 422, field: 'leverage' },
  'contract.leverage-unchanged': { status: 200, field: 'leverage' },
  /** Leverage `from` so many times on needs the quiz. */
  'contract.quiz-needed': { status: 200, policy: 'contract.rules', field: 'leverage' },
  /** `right` of `questions` answers were right; all of them are needed. */
  'contract.quiz-failed': { status: 200, field: 'answers' },
  'contract.quiz-passed-before': { status: 200 },
  'contract.mode-unchanged': { status: 200, field: 'mode' },
  /** A position is open in `symbol`, or an order rests. */
  'contract.mode-while-open': { status: 200, field: 'mode' },
  /** Nothing is open on this `side` of `symbol`. */
  'contract.no-position': { status: 404, field: 'side' },
  /** The owner never had a position `number` on this `side` of `symbol`. */
  'contract.position-unknown': { status: 404, field: 'number' },
  /** A market order closed `closed` of the `quantity` of `asset`: the book had no more within the slippage limit. */
  'contract.closed-in-part': { status: 200 },
  /** A reversal opened `opened` of the `quantity` of `asset` that it closed: the book had no more within the slippage limit. */
  'contract.reversed-in-part': { status: 200 },
  'contract.margin-zero': { status: 422, field: 'amount' },
  /** `available` USDT in the account space of the contract. */
  'contract.margin-above-available': { status: 200, field: 'amount' },
  /** At most `maximum` USDT may be taken out. */
  'contract.margin-not-removable': { status: 200, field: 'amount' },
  /** The price that is watched is `last` now, and `price` is no gain from there. */
  'contract.take-profit-on-wrong-side': { status: 200, field: 'takeProfit' },
  /** The price that is watched is `last` now, and `price` is no loss from there. */
  'contract.stop-loss-on-wrong-side': { status: 200, field: 'stopLoss' },
} as const satisfies Record<string, RefusalRule>;

/** How a contract keeps an owner's lots: a long and a short side by side, or one position that an order may turn round. */
export const POSITION_MODES = ['hedge', 'one-way'] as const;
export type PositionMode = (typeof POSITION_MODES)[number];
export const POSITION_SIDES = ['long', 'short', 'both'] as const;
const HELD_SIDES = ['long', 'short'] as const;
/** The specification's labels (section 4) for a position. */
export const POSITION_LABELS = ['open', 'closing', 'closed', 'liquidated'] as const;
export type PositionLabel = (typeof POSITION_LABELS)[number];

const QUIZ_QUESTIONS = 5;
const ANSWERS_PER_QUESTION = 4;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
/** Keys of the texts that the quiz on leverage asks by, in the order in which they are asked. */
export const LEVERAGE_QUIZ = upTo(QUIZ_QUESTIONS).map((question) => ({
  question: `quiz.q${question}`,
  answers: upTo(ANSWERS_PER_QUESTION).map((answer) => `quiz.q${question}.a${answer}`),
}));

const symbol = z.string().min(2).max(24);
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
/** Lots of a contract as an amount of its underlying. */
const quantity = decimalText;

export const placeContractOrderBody = z.strictObject({
  ...commonFields,
  symbol,
  side: z.enum(SIDES),
  /** Hedge mode: the position that it opens or closes. One-way mode: `both`. */
  positionSide: z.enum(POSITION_SIDES),
  type: z.enum(ORDER_TYPES),
  quantity,
  price: decimalText.optional(),
  stopPrice: decimalText.optional(),
  /** Of stops and take-profits. */
  trigger: z.enum(STOP_TRIGGERS).default('mark'),
  ...trailingFields,
  ...attachedFields,
  timeInForce: z.enum(['GTC', 'IOC', 'FOK']).default('GTC'),
  postOnly: flag.default(false),
  /** In one-way mode: it closes and never opens. In hedge mode selling a long and buying a short do so anyway. */
  reduceOnly: flag.default(false),
  selfTradePrevention: z.enum(SELF_TRADE_PREVENTION).default('cancel-taker'),
  clientOrderId: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,36}$/)
    .optional(),
});
export const previewContractOrderQuery = placeContractOrderBody.extend({
  /** An own open order that would be amended to these prices, quantity and levels. The quantity counts what has filled. */
  amends: orderId.optional(),
});

export const setLeverageBody = z.strictObject({ ...commonFields, symbol, leverage: z.coerce.number().int() });
export const setPositionModeBody = z.strictObject({ ...commonFields, symbol, mode: z.enum(POSITION_MODES) });
export const passLeverageQuizBody = z.strictObject({
  ...commonFields,
  /** The chosen answers in the order of the questions, from 1: `2,1,3`. */
  answers: z.string().regex(/^[1-4](,[1-4]){0,9}$/),
});
export const adjustPositionMarginBody = z.strictObject({
  ...commonFields,
  symbol,
  side: z.enum(HELD_SIDES),
  /** In USDT; below zero it is taken out. */
  amount: z.string().regex(/^-?\d{1,18}(\.\d{1,8})?$/),
});
export const closePositionBody = z.strictObject({
  ...commonFields,
  symbol,
  side: z.enum(HELD_SIDES),
  /** All of it where it is left out. */
  quantity: quantity.optional(),
});
/** The whole pair: a price that is left out takes its order off. */
export const PROTECTIONS = ['takeProfit', 'stopLoss'] as const;
export type ProtectionField = (typeof PROTECTIONS)[number];
export const setPositionProtectionBody = z
  .strictObject({
    ...commonFields,
    symbol,
    side: z.enum(HELD_SIDES),
    takeProfit: decimalText.optional(),
    stopLoss: decimalText.optional(),
    /** The one that stays as it stands then, with the price that both watch. Without it, what is left out is taken off. */
    keeps: z.enum(PROTECTIONS).optional(),
    /** The price that both watch. */
    trigger: z.enum(STOP_TRIGGERS).default('mark'),
  })
  .refine(({ keeps, ...prices }) => keeps === undefined || prices[keeps] === undefined, { path: ['keeps'] });
export const reversePositionBody = z.strictObject({ ...commonFields, symbol, side: z.enum(HELD_SIDES) });
export const positionReversal = z
  .object({
    closed: quantity.describe('Of the position that was open, in the underlying.'),
    opened: quantity.describe('On the other side; `0` where nothing was.'),
    message: z
      .string()
      .nullable()
      .describe('What was not closed or not opened again, and why. `null` where the whole position was reversed.'),
  })
  .meta({ id: 'PositionReversal', description: 'A position that was closed, and as much opened on the other side.' });
export type PositionReversal = z.output<typeof positionReversal>;
/** Of one contract, or of all of them. */
export const closePositionsBody = z.strictObject({ ...commonFields, symbol: symbol.optional() });
export const getPositionsQuery = z.strictObject({ ...commonFields, symbol: symbol.optional() });
const positionFilters = { symbol: symbol.optional(), ...periodQuery };
export const getPositionHistoryQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...positionFilters });
/** A position is named by its contract, its side and its number there. */
export const getPositionEventsQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  symbol,
  side: z.enum(HELD_SIDES),
  number: z.coerce.number().int().min(1).max(1_000_000_000),
});
/** The same rows as one CSV file, from the newest to the oldest. */
export const exportPositionsQuery = z.strictObject({ ...commonFields, ...positionFilters });
/** All contracts on an instrument, such as `BTCUSDT`. */
export const getContractsQuery = z.strictObject({ ...commonFields, underlying: symbol });

export const marginBracketView = z
  .object({
    bracket: z.number(),
    from: z.string(),
    to: z.string(),
    leverageMax: z.number(),
    rate: z.string(),
    amount: z.string(),
  })
  .meta({
    id: 'MarginBracketView',
    description:
      'Positions of a notional above `from` up to `to` USDT: the highest leverage, and the maintenance margin, which is notional × `rate` − `amount`.',
  });

export const contractView = z
  .object({
    symbol: z.string(),
    underlying: z.string(),
    kind: z.enum(['perpetual', 'delivery']),
    deliversAt: z.number().nullable(),
    space: z.enum(['contract', 'futures']),
    tickSize: z.string(),
    lotSize: z.string(),
    minQuantity: z.string(),
    maxQuantity: z.string(),
    markPrice: z.string().nullable(),
    indexPrice: z.string().nullable(),
    brackets: z.array(marginBracketView),
    bracketsPolicy: z.object({ name: z.string(), version: z.number() }),
    liquidationFeeRate: z
      .string()
      .describe(
        'The closing fee in liquidation prices: of the lowest tier, by the table that was public 24 hours ago.',
      ),
    coming: z
      .array(z.object({ version: z.number(), from: z.number(), brackets: z.array(marginBracketView) }))
      .describe(
        'Newer versions of `bracketsPolicy`, the first of them first. Open positions follow each from `from` on; what opens has to fit all of them already.',
      ),
    gap: z
      .object({ raisesAt: z.number(), closesAt: z.number(), opensAt: z.number(), rate: z.string() })
      .nullable()
      .describe(
        'The next close, from an hour before margins are raised for it until the open. From `raisesAt` on `brackets` are raised to `rate`, the share of the price that it gaps further than in one of a thousand such closes.',
      ),
    openLong: z.string().describe('What users have open on each side together; agents stand on the other side of it.'),
    openShort: z.string(),
    openInterestMax: z.string().nullable(),
    halt: contractHaltView.nullable().describe('`null` while it is traded.'),
  })
  .meta({ id: 'ContractView', description: 'A contract and its rules. Quantities in the underlying, prices in USDT.' });
export type ContractView = z.output<typeof contractView>;

export const contractsView = z.object({
  underlying: z.string(),
  at: z.number(),
  makerRate: z.string(),
  takerRate: z.string(),
  quizFrom: z.number(),
  contracts: z.array(contractView),
});
export type ContractsView = z.output<typeof contractsView>;

export const positionProtectionView = z
  .object({
    takeProfit: z.string().nullable(),
    stopLoss: z.string().nullable(),
    trigger: z.enum(STOP_TRIGGERS),
    orders: z.array(z.string()).describe('Their order ids, the take-profit first.'),
  })
  .meta({
    id: 'PositionProtectionView',
    description: 'Market orders that close all of a position, whatever its size is when they trigger.',
  });
export type PositionProtectionView = z.output<typeof positionProtectionView>;

export const positionView = z
  .object({
    symbol: z.string(),
    side: z.enum(HELD_SIDES),
    number: z.number().describe('Counts the positions of this side of the contract.'),
    label: z.enum(POSITION_LABELS),
    leverage: z.number(),
    quantity: z.string(),
    notional: z.string().describe('At the mark price.'),
    entryPrice: z.string(),
    markPrice: z.string(),
    breakEvenPrice: z.string(),
    liquidationPrice: z
      .string()
      .nullable()
      .describe('`null` where the price cannot come so far, and once its contract has delivered.'),
    bankruptcyPrice: z.string(),
    margin: z.string(),
    marginBalance: z.string(),
    removableMargin: z.string(),
    maintenanceMargin: z.string(),
    bracket: z.number(),
    riskRate: z.string().nullable().describe('As a share; at 1 it is liquidated. `null`: nothing is left.'),
    unrealisedPnl: z.string(),
    returnOnEquity: z.string(),
    realisedPnl: z.string(),
    fees: z.string(),
    funding: z.string().describe('Paid so far; negative where more was received.'),
    fundingOwed: z.string(),
    openedAt: z.number(),
    deleveraging: z
      .number()
      .nullable()
      .describe(
        'From 1 to 5: in which fifth of the positions of its side it is deleveraged. 5 goes first, once agents have given up theirs. `null`: not known yet.',
      ),
    deleveragingQueue: z
      .object({ place: z.number(), length: z.number() })
      .nullable()
      .describe('Its place by profit ratio × effective leverage; 1 goes first. `null` where fewer than ten are open.'),
    protection: positionProtectionView
      .nullable()
      .describe('The take-profit and stop-loss of the whole position that still wait; `null` without any.'),
  })
  .meta({ id: 'PositionView', description: 'An open position at the mark price of now. Amounts in USDT.' });
export type PositionView = z.output<typeof positionView>;

export const positionsView = z.object({
  at: z.number(),
  settings: z
    .array(z.object({ symbol: z.string(), mode: z.enum(POSITION_MODES), leverage: z.number() }))
    .describe('Of contracts in which something is open or was chosen; others have hedge mode and the usual leverage.'),
  quizPassed: z.boolean(),
  positions: z.array(positionView),
});
export type PositionsView = z.output<typeof positionsView>;

export const closedPositionView = z
  .object({
    symbol: z.string(),
    side: z.enum(HELD_SIDES),
    number: z.number(),
    label: z.enum(POSITION_LABELS),
    quantity: z.string().describe('All that was ever opened.'),
    entryPrice: z.string(),
    closePrice: z.string(),
    realisedPnl: z.string(),
    fees: z.string(),
    funding: z.string(),
    profit: z.string().describe('After fees and funding.'),
    openedAt: z.number(),
    closedAt: z.number(),
  })
  .meta({ id: 'ClosedPositionView', description: 'A position that is over. Amounts in USDT.' });
export type ClosedPositionView = z.output<typeof closedPositionView>;

const openedPosition = z.object({
  quantity: z.string(),
  entryPrice: z.string(),
  margin: z.string(),
  liquidationPrice: z.string().nullable(),
  bankruptcyPrice: z.string(),
  riskRate: z
    .string()
    .nullable()
    .describe(
      'What its balance must cover as a share of the balance, at the mark price that the order is reckoned at; `null` where nothing is left of it.',
    ),
});
export const contractOrderPreview = z
  .object({
    problems: z.array(orderProblem),
    ...orderPreview.pick({
      filledQuantity: true,
      averagePrice: true,
      restingQuantity: true,
      feeRateMaker: true,
      feeRateTaker: true,
      feeTier: true,
      marketBand: true,
      worstPrice: true,
      policy: true,
    }).shape,
    leverage: z.number(),
    initialMargin: z
      .string()
      .nullable()
      .describe('Of all that opens; `null` with the figures below where a rule is broken.'),
    openLoss: z.string().nullable().describe('What it would lose at once against the mark price.'),
    openingFee: z.string().nullable(),
    closingFee: z.string().nullable().describe('Reserved for closing at the bankruptcy price.'),
    held: z.string().nullable().describe('All that is put on hold.'),
    position: openedPosition.nullable().describe('The position once all of it is filled. `null` where it opens none.'),
    closing: z
      .object({ price: z.string(), pnl: z.string(), fee: z.string() })
      .nullable()
      .describe(
        'What an order that closes brings once all of it is filled: at the price of its fills, its limit or its trigger. `pnl` is before the fee. `null` where it opens.',
      ),
    closesFirst: z
      .string()
      .nullable()
      .describe(
        'In one-way mode, of an order that is not reduce-only: how much of what rests would close the other side now. Margin is on hold for that too, since the position may change before it fills.',
      ),
    before: z
      .object({ held: z.string(), position: openedPosition.nullable() })
      .nullable()
      .describe('Of an amended order: what it holds as it stands, and the position once all of it is filled.'),
  })
  .meta({ id: 'ContractOrderPreview', description: 'What an order of a contract would do now. It binds nobody.' });
export type ContractOrderPreview = z.output<typeof contractOrderPreview>;
