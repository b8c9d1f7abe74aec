import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  adjustPositionMarginBody,
  closedPositionView,
  closePositionBody,
  closePositionsBody,
  contractOrderPreview,
  contractsView,
  exportPositionsQuery,
  getContractsQuery,
  getPositionEventsQuery,
  getPositionHistoryQuery,
  getPositionsQuery,
  passLeverageQuizBody,
  placeContractOrderBody,
  positionReversal,
  positionsView,
  previewContractOrderQuery,
  reversePositionBody,
  setLeverageBody,
  setPositionModeBody,
  setPositionProtectionBody,
} from './contract.contract.js';
import { positionEventsView } from './contract.position.contract.js';
import { feesView, feeTableView, getFeesQuery } from './fee.contract.js';
import {
  liquidationRiskQuery,
  liquidationRiskView,
  openInterestQuery,
  staffFundingRunRow,
  staffInsuranceRow,
  staffLiquidationRow,
  staffOpenInterestView,
  staffPositionRow,
} from './contract.staff.contract.js';
import { PLACING, TRADE_PASSWORD } from './order.calls.js';
import { amendOrderBody, cancelAllOrdersBody, cancelOrderBody, orderAnswer } from './order.contract.js';
import { pageOf } from './envelope.contract.js';
import { LIST_CALL } from './staff.contract.js';

/** A contract is traded from two weeks before its delivery until then, unless staff halt it. */
const NOT_TRADED = ['market.not-listed', 'market.delivered', 'halt.trading-halted', 'halt.contract-settled'] as const;

/** What placing an order of a contract can refuse. */
export const CONTRACT_PLACING = [
  ...PLACING,
  ...NOT_TRADED,
  'contract.side-not-of-mode',
  'contract.trailing-stop-only-closes',
  'contract.position-limit',
  'contract.leverage-above-bracket',
  'contract.open-interest-full',
  'contract.cap-exceeded',
  'contract.opening-trigger',
  'contract.price-beyond-bankruptcy',
  'contract.stop-beyond-liquidation',
  'contract.closing-order-beyond',
] as const;

const MARKET = [
  'market.symbol-unknown',
  'market.closed',
  'market.halted',
  ...NOT_TRADED,
  'request.unavailable',
] as const;

export const getContracts = defineCall({
  method: 'GET',
  path: 'web/getContracts',
  cost: 2,
  access: 'public',
  summary: 'The contracts on an instrument: sizes, prices, margin brackets and what users have open.',
  input: getContractsQuery,
  output: contractsView,
  refusals: ['market.symbol-unknown', 'request.unavailable'],
});

export const getContractFeeTable = defineCall({
  method: 'GET',
  path: 'web/getContractFeeTable',
  access: 'public',
  summary: 'Every fee tier of contracts: the 30-day volume that it begins with, and its rates.',
  input: getFeesQuery,
  output: feeTableView,
});

export const getContractFees = defineCall({
  method: 'GET',
  path: 'web/getContractFees',
  access: 'user',
  summary: "The account's fee tier of contracts, its 30-day volume and what is missing for the next tier.",
  input: getFeesQuery,
  output: feesView,
  refusals: ['request.unavailable'],
});

export const previewContractOrder = defineCall({
  method: 'GET',
  path: 'web/previewContractOrder',
  access: 'user',
  summary: 'Margin, fees and liquidation price of an order of a contract, and all that stands against it.',
  input: previewContractOrderQuery,
  output: contractOrderPreview,
  refusals: [...MARKET],
});

export const placeContractOrder = defineCall({
  method: 'POST',
  path: 'web/placeContractOrder',
  access: 'user',
  repeats: 'command',
  event: 'createOrder',
  summary: 'Places an order of a contract. An opening one holds margin and fees, one that only closes holds nothing.',
  input: placeContractOrderBody,
  output: orderAnswer,
  refusals: [...CONTRACT_PLACING],
});

export const amendContractOrder = defineCall({
  method: 'POST',
  path: 'web/amendContractOrder',
  access: 'user',
  repeats: 'command',
  event: 'amendOrder',
  summary: 'Changes price, stop price, quantity or attached levels of an order of a contract.',
  input: amendOrderBody,
  output: orderAnswer,
  refusals: [...CONTRACT_PLACING],
});

export const cancelContractOrder = defineCall({
  method: 'POST',
  path: 'web/cancelContractOrder',
  access: 'user',
  repeats: 'command',
  event: 'cancelOrder',
  summary: 'Cancels an order of a contract.',
  input: cancelOrderBody,
  output: orderAnswer,
  refusals: ['market.symbol-unknown', 'order.not-found', 'request.unavailable'],
});

export const cancelAllContractOrders = defineCall({
  method: 'POST',
  path: 'web/cancelAllContractOrders',
  access: 'user',
  repeats: 'command',
  event: 'cancelOrder',
  summary: 'Cancels every open order of a contract, or of all contracts.',
  input: cancelAllOrdersBody,
  output: orderAnswer,
  refusals: ['market.symbol-unknown', 'request.unavailable'],
});

export const getPositions = defineCall({
  method: 'GET',
  path: 'web/getPositions',
  access: 'user',
  summary: 'Open positions at the mark price of now, with margin, risk and liquidation price.',
  input: getPositionsQuery,
  output: positionsView,
  refusals: ['request.unavailable'],
});

export const getPositionHistory = defineCall({
  method: 'GET',
  path: 'web/getPositionHistory',
  cost: 2,
  access: 'user',
  summary: 'Positions that are over, newest first.',
  input: getPositionHistoryQuery,
  output: pageOf(closedPositionView),
  refusals: ['request.unavailable'],
});

export const getPositionEvents = defineCall({
  method: 'GET',
  path: 'web/getPositionEvents',
  cost: 5,
  access: 'user',
  summary:
    'What happened to one position, newest first, with the figures that give each amount, and its place and hash.',
  input: getPositionEventsQuery,
  output: positionEventsView,
  refusals: ['contract.position-unknown', 'request.unavailable'],
});

export const exportPositions = defineCall({
  method: 'GET',
  path: 'web/exportPositions',
  access: 'user',
  summary: 'Positions that are over as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportPositionsQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const setLeverage = defineCall({
  method: 'POST',
  path: 'web/setLeverage',
  access: 'user',
  summary: 'Sets the leverage that new orders of a contract open by. An open position keeps its margin.',
  input: setLeverageBody,
  output: positionsView,
  refusals: [...MARKET, 'contract.leverage-out-of-range', 'contract.leverage-unchanged', 'contract.quiz-needed'],
});

export const passLeverageQuiz = defineCall({
  method: 'POST',
  path: 'web/passLeverageQuiz',
  access: 'user',
  summary: 'Answers the quiz on leverage. Once all answers are right, high leverage can be chosen.',
  input: passLeverageQuizBody,
  output: positionsView,
  refusals: ['contract.quiz-failed', 'contract.quiz-passed-before', 'request.unavailable'],
});

export const setPositionMode = defineCall({
  method: 'POST',
  path: 'web/setPositionMode',
  access: 'user',
  summary: 'Hedge mode or one-way mode, while nothing is open in the contract.',
  input: setPositionModeBody,
  output: positionsView,
  refusals: [
    'market.symbol-unknown',
    ...NOT_TRADED,
    'contract.mode-unchanged',
    'contract.mode-while-open',
    'request.unavailable',
  ],
});

export const adjustPositionMargin = defineCall({
  method: 'POST',
  path: 'web/adjustPositionMargin',
  access: 'user',
  summary: 'Adds margin to a position, while its market is shut too, or takes out what it does not need.',
  input: adjustPositionMarginBody,
  output: positionsView,
  refusals: [
    ...MARKET,
    ...TRADE_PASSWORD,
    'contract.no-position',
    'contract.margin-zero',
    'contract.margin-above-available',
    'contract.margin-not-removable',
    'contract.closing-order-beyond',
  ],
});

export const setPositionProtection = defineCall({
  method: 'POST',
  path: 'web/setPositionProtection',
  access: 'user',
  summary:
    'Sets the take-profit and stop-loss of a whole position, while its market is shut too. They follow its size and end with it.',
  input: setPositionProtectionBody,
  output: positionsView,
  refusals: [
    ...CONTRACT_PLACING,
    'contract.no-position',
    'contract.take-profit-on-wrong-side',
    'contract.stop-loss-on-wrong-side',
  ],
});

export const closePosition = defineCall({
  method: 'POST',
  path: 'web/closePosition',
  access: 'user',
  repeats: 'command',
  summary: 'Closes a position at the market price, all of it or a part.',
  input: closePositionBody,
  output: orderAnswer,
  refusals: [...CONTRACT_PLACING, 'contract.no-position'],
});

export const reversePosition = defineCall({
  method: 'POST',
  path: 'web/reversePosition',
  access: 'user',
  summary: 'Closes a position and opens what was closed on the other side, by two orders at the market price.',
  input: reversePositionBody,
  output: positionReversal,
  refusals: [...CONTRACT_PLACING, 'contract.no-position', 'contract.closed-in-part', 'contract.reversed-in-part'],
});

export const closePositions = defineCall({
  method: 'POST',
  path: 'web/closePositions',
  access: 'user',
  summary: 'Cancels the orders and closes the positions of one contract, or of all of them, at the market price.',
  input: closePositionsBody,
  output: z.object({
    closed: z.array(z.object({ symbol: z.string(), side: z.enum(['long', 'short']), quantity: z.string() })),
    left: z
      .array(z.object({ symbol: z.string(), side: z.enum(['long', 'short']), message: z.string() }))
      .describe('What stays open, and why.'),
  }),
  refusals: ['market.symbol-unknown', ...TRADE_PASSWORD, 'contract.closed-in-part', 'request.unavailable'],
});

export const staffPositions = defineCall({
  method: 'GET',
  path: 'staff/positions',
  access: 'staff:orders',
  summary: 'Positions in contracts of all accounts, open and over.',
  output: z.array(staffPositionRow),
  ...LIST_CALL,
});

export const staffOpenInterest = defineCall({
  method: 'GET',
  path: 'staff/open-interest',
  access: 'staff:orders',
  summary: 'What users and the house have open, by contract, and how much of the cap is used.',
  input: openInterestQuery,
  output: staffOpenInterestView,
  bare: true,
  refusals: ['request.unavailable'],
});

export const staffLiquidationRisk = defineCall({
  method: 'GET',
  path: 'staff/liquidation-risk',
  access: 'staff:orders',
  summary: 'The open positions that are nearest to liquidation.',
  input: liquidationRiskQuery,
  output: liquidationRiskView,
  bare: true,
  refusals: ['request.unavailable'],
});

export const staffLiquidations = defineCall({
  method: 'GET',
  path: 'staff/liquidations',
  access: 'staff:orders',
  summary: 'Steps of liquidations and deleveraging with the figures that led to them, the newest first.',
  output: z.array(staffLiquidationRow),
  ...LIST_CALL,
});

export const staffInsurance = defineCall({
  method: 'GET',
  path: 'staff/insurance-fund',
  access: 'staff:orders',
  summary: 'What moved the insurance fund of contracts, each with the liquidation that caused it, the newest first.',
  output: z.array(staffInsuranceRow),
  ...LIST_CALL,
});

export const staffFundingRuns = defineCall({
  method: 'GET',
  path: 'staff/funding-runs',
  access: 'staff:orders',
  summary:
    'Fundings of contracts: rates with their inputs, what positions paid and received, and whether all have settled.',
  output: z.array(staffFundingRunRow),
  ...LIST_CALL,
});
