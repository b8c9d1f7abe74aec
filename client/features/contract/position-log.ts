import type { HoldingView, PositionEventOf, PositionEventView } from '../../../contracts/contract.position.contract';
import { recomputed } from '../../../shared/position-check';
import { toAmount } from '../../../shared/money';

/** How each figure of a position's events reads. */
const FIGURES = {
  quantity: 'amount',
  lots: 'count',
  price: 'amount',
  notional: 'amount',
  fee: 'amount',
  margin: 'amount',
  realised: 'amount',
  fundingPaid: 'amount',
  released: 'amount',
  shortfall: 'amount',
  lotsBefore: 'count',
  entryBefore: 'amount',
  marginBefore: 'amount',
  unpaidBefore: 'amount',
  indexBefore: 'amount',
  index: 'amount',
  paid: 'amount',
  unpaidLeft: 'amount',
  perShare: 'amount',
  ratio: 'text',
  change: 'amount',
  leverage: 'count',
  beat: 'beat',
  mark: 'amount',
  balance: 'amount',
  bracket: 'count',
  maintenanceRate: 'share',
  deduction: 'amount',
  takerRate: 'share',
  maintenance: 'amount',
  closingFee: 'amount',
  risk: 'share',
  warningAt: 'share',
  liquidation: 'amount',
  needed: 'amount',
  missing: 'amount',
  gap: 'share',
  from: 'instant',
  orderLots: 'count',
  filledLots: 'count',
  limitPrice: 'amount',
  band: 'share',
  bankruptcy: 'amount',
  insuredLots: 'count',
  agentLots: 'count',
  userLots: 'count',
  fundGain: 'amount',
  fundMax: 'amount',
  score: 'amount',
  place: 'text',
  averagesFrom: 'instant',
  averagesUntil: 'instant',
  seconds: 'count',
} as const;
export type FigureName = keyof typeof FIGURES;
export const readsAs = (name: FigureName) => FIGURES[name];

export type Figure = readonly [name: FigureName, value: string | number];

export interface LogEntry {
  readonly figures: readonly Figure[];
  /** In names of figures, `{price} × {quantity}`. */
  readonly formulas: readonly string[];
}

type Side = 'long' | 'short';

export interface LoggedPosition {
  readonly side: Side;
  readonly lotSize: string;
}

/** What the server calls otherwise. */
const NAMES: Readonly<Record<string, FigureName>> = {
  marginBalance: 'balance',
  maintenanceMargin: 'maintenance',
  riskRate: 'risk',
};

/** The amounts that the browser computes again from the other figures: whether each is what the server says. */
export function checksOf(event: PositionEventView, position: LoggedPosition): ReadonlyMap<FigureName, boolean> {
  const isCharge = event.kind === 'funded' || event.kind === 'dividend';
  const nameOf = (name: string): FigureName =>
    isCharge && name === 'shortfall' ? 'unpaidLeft' : (NAMES[name] ?? (name as FigureName));
  return new Map(
    recomputed(event, position).map(({ name, stated, computed }) => [nameOf(name), stated === computed] as const),
  );
}

/** What an event did to the owner's money in USDT: more is positive. `null` where it moved none. */
export function effectOf(event: PositionEventView): string | null {
  switch (event.kind) {
    case 'reduced':
    case 'closed':
      return event.realised;
    case 'funded':
    case 'dividend':
      return opposite(event.paid);
    default:
      return null;
  }
}

/** Figures and formulas of one event. */
export function entryOf(event: PositionEventView, side: Side): LogEntry {
  switch (event.kind) {
    case 'opened':
    case 'increased':
      return { figures: traded(event), formulas: ['{notional} = {price} × {quantity}'] };
    case 'reduced':
    case 'closed':
      return closed(event, side);
    case 'funded':
      return funded(event, side);
    case 'dividend':
      return dividend(event, side);
    case 'split':
      return split(event);
    case 'margin':
      return { figures: [...before(event, 'margin'), ['change', event.amount]], formulas: [] };
    case 'leverage':
      return { figures: [['leverage', event.leverage]], formulas: [] };
    case 'warned':
      return warned(event, side);
    case 'gap-warned':
    case 'brackets-warned':
      return wanting(event, side);
    case 'liquidation':
      return liquidated(event, side);
    case 'deleveraged':
      return deleveraged(event);
    case 'halted':
    case 'resumed':
      return { figures: [], formulas: [] };
  }
}

/** By how much something rose, to the gain of a long; a short gains where it fell. */
const gained = (side: Side, to: string, from: string): string =>
  side === 'long' ? `${to} − ${from}` : `${from} − ${to}`;

const opposite = (text: string): string => (text.startsWith('-') ? text.slice(1) : text === '0' ? text : `-${text}`);

/** Amounts that are nothing in most events are left out there. */
const unlessZero = (name: FigureName, value: string): Figure[] => (toAmount(value) === 0n ? [] : [[name, value]]);

const BEFORE = {
  lots: ['lotsBefore', 'lots'],
  entry: ['entryBefore', 'entryNotional'],
  margin: ['marginBefore', 'margin'],
  index: ['indexBefore', 'fundingIndex'],
} as const satisfies Record<string, readonly [FigureName, keyof HoldingView]>;

function before(event: PositionEventView, ...names: (keyof typeof BEFORE)[]): Figure[] {
  const holding = event.before;
  if (holding === null) return [];
  return names.map((name) => [BEFORE[name][0], holding[BEFORE[name][1]]] as const);
}

const unpaid = ({ before: holding }: PositionEventView): Figure[] =>
  holding === null ? [] : unlessZero('unpaidBefore', holding.unpaid);

const traded = ({
  quantity,
  lots,
  price,
  notional,
  fee,
  margin,
}: PositionEventOf<'opened' | 'increased'>): Figure[] => [
  ['quantity', quantity],
  ['lots', lots],
  ['price', price],
  ['notional', notional],
  ['fee', fee],
  ['margin', margin],
];

function closed(event: PositionEventOf<'reduced' | 'closed'>, side: Side): LogEntry {
  const { quantity, lots, price, notional, fee, realised, fundingPaid, released, shortfall, settlement } = event;
  const average: Figure[] =
    settlement === null
      ? []
      : [
          ['averagesFrom', settlement.averagesFrom],
          ['averagesUntil', settlement.settlesAt],
          ['seconds', settlement.seconds],
        ];
  const figures: Figure[] = [
    ['quantity', quantity],
    ['lots', lots],
    ...before(event, 'lots', 'entry', 'margin'),
    ...unpaid(event),
    ['price', price],
    ...average,
    ['notional', notional],
    ['fee', fee],
    ['realised', realised],
    ...unlessZero('fundingPaid', fundingPaid),
    ['released', released],
    ...unlessZero('shortfall', shortfall),
  ];
  const isLast = event.kind === 'closed';
  const share = isLast ? '{marginBefore}' : '{marginBefore} × {lots} ÷ {lotsBefore}';
  const less = toAmount(fundingPaid) === 0n ? '' : ' − {fundingPaid}';
  const back = `${share} + {realised} − {fee}${less}`;
  const isKept = event.cause === 'gap' && !isLast;
  return {
    figures,
    formulas: [
      '{notional} = {price} × {quantity}',
      `{realised} = ${gained(side, '{notional}', '{entryBefore} × {lots} ÷ {lotsBefore}')}`,
      ...(isKept ? [] : [`{released} = max(0, ${back})`]),
      ...(toAmount(shortfall) === 0n ? [] : ['{shortfall} = {fee} − {realised} − {marginBefore}']),
    ],
  };
}

function funded(event: PositionEventOf<'funded'>, side: Side): LogEntry {
  const { quantity, index, paid, shortfall } = event;
  return {
    figures: [
      ['quantity', quantity],
      ...before(event, 'index', 'margin'),
      ...unpaid(event),
      ['index', index],
      ['paid', paid],
      ...unlessZero('unpaidLeft', shortfall),
    ],
    formulas: [
      '{index} = {indexBefore} + Σ {rate} × {mark}',
      charged(event, `{quantity} × (${gained(side, '{index}', '{indexBefore}')})`),
    ],
  };
}

function dividend(event: PositionEventOf<'dividend'>, side: Side): LogEntry {
  const { quantity, perShare, paid, shortfall } = event;
  return {
    figures: [
      ['quantity', quantity],
      ['perShare', perShare],
      ...before(event, 'margin'),
      ...unpaid(event),
      ['paid', paid],
      ...unlessZero('unpaidLeft', shortfall),
    ],
    formulas: [charged(event, `${side === 'long' ? '−' : ''}{quantity} × {perShare}`)],
  };
}

function charged(event: PositionEventView, owed: string): string {
  const all = unpaid(event).length === 0 ? owed : `{unpaidBefore} + ${owed}`;
  return `{paid} = min({marginBefore}, ${all})`;
}

function split(event: PositionEventOf<'split'>): LogEntry {
  const { newShares, oldShares, quantity, after } = event;
  return {
    figures: [
      ['ratio', `${newShares}:${oldShares}`],
      ...before(event, 'lots'),
      ['lots', after?.lots ?? 0],
      ['quantity', quantity],
    ],
    formulas: ['{lots} = {lotsBefore} × {ratio}'],
  };
}

type Judged = PositionEventOf<'warned' | 'gap-warned' | 'brackets-warned' | 'liquidation'>;

const judged = (event: Judged): Figure[] => [
  ['beat', event.beatAt],
  ['mark', event.markPrice],
  ['quantity', event.quantity],
  ['notional', event.notional],
  ...before(event, 'entry', 'margin', 'index'),
  ...unpaid(event),
  ['index', event.fundingIndex],
  ['balance', event.marginBalance],
];

function balance(event: Judged, side: Side): string {
  const paid = unpaid(event).length === 0 ? '' : ' − {unpaidBefore}';
  const owed = `{quantity} × (${gained(side, '{index}', '{indexBefore}')})`;
  return `{balance} = {marginBefore}${paid} − ${owed} + ${gained(side, '{notional}', '{entryBefore}')}`;
}

const REQUIRED = [
  '{maintenance} = {notional} × {maintenanceRate} − {deduction}',
  '{closingFee} = {notional} × {takerRate}',
] as const;

/** Nothing where the version that judged is not known any more. */
function required(event: PositionEventOf<'warned' | 'liquidation'>): LogEntry {
  const { bracket, takerRate, maintenanceMargin, closingFee } = event;
  if (bracket === null || takerRate === null || maintenanceMargin === null || closingFee === null)
    return { figures: [], formulas: [] };
  const figures: Figure[] = [
    ['bracket', bracket.bracket],
    ['maintenanceRate', bracket.rate],
    ['deduction', bracket.amount],
    ['takerRate', takerRate],
    ['maintenance', maintenanceMargin],
    ['closingFee', closingFee],
  ];
  return { figures, formulas: REQUIRED };
}

const RISK = '{risk} = ({maintenance} + {closingFee}) ÷ {balance}';

function warned(event: PositionEventOf<'warned'>, side: Side): LogEntry {
  const { figures, formulas } = required(event);
  const { riskRate, warningAt, liquidationPrice } = event;
  const price: Figure[] = liquidationPrice === null ? [] : [['liquidation', liquidationPrice]];
  return {
    figures: [...judged(event), ...figures, ['risk', riskRate], ['warningAt', warningAt], ...price],
    formulas: [balance(event, side), ...formulas, ...(figures.length === 0 ? [] : [RISK])],
  };
}

function wanting(event: PositionEventOf<'gap-warned' | 'brackets-warned'>, side: Side): LogEntry {
  const asked: readonly Figure[] =
    event.kind === 'gap-warned'
      ? [['gap', event.gap.rate]]
      : [
          ['from', event.from],
          ['warningAt', event.warningAt],
        ];
  return {
    figures: [...judged(event), ...asked, ['needed', event.marginNeeded], ['missing', event.missing]],
    formulas: [balance(event, side), '{missing} = {needed} − {balance}'],
  };
}

function liquidated(event: PositionEventOf<'liquidation'>, side: Side): LogEntry {
  const { order, takeOver } = event;
  const { figures, formulas } = required(event);
  const sold: Figure[] =
    order === null
      ? []
      : [
          ['orderLots', order.lots],
          ['filledLots', order.filledLots],
          ['limitPrice', order.limitPrice],
          ['band', order.band],
        ];
  const taken: Figure[] =
    takeOver === null
      ? []
      : [
          ['bankruptcy', takeOver.price],
          ['insuredLots', takeOver.insuredLots],
          ['agentLots', takeOver.agentLots],
          ['userLots', takeOver.deleveragedLots],
          ['fundGain', takeOver.fundGain],
          ['fundMax', takeOver.fundMax],
        ];
  const loses = side === 'long' ? '−' : '+';
  const bankrupt = `{bankruptcy} = ({notional} ${loses} {balance}) ÷ ({quantity} × (1 ${loses} {takerRate}))`;
  const won = gained(side, '{mark}', '{bankruptcy}');
  const gain = `{fundGain} = (${won}) × {quantity} × {insuredLots} ÷ {lots}`;
  return {
    figures: [...judged(event), ['lots', event.lots], ...figures, ...sold, ...taken],
    formulas: [
      balance(event, side),
      ...formulas,
      ...(takeOver === null || figures.length === 0 ? [] : [bankrupt]),
      ...(takeOver === null ? [] : [gain]),
    ],
  };
}

function deleveraged(event: PositionEventOf<'deleveraged'>): LogEntry {
  const { beatAt, markPrice, quantity, lots, price, score, rank, queueLength } = event;
  return {
    figures: [
      ['beat', beatAt],
      ['mark', markPrice],
      ['quantity', quantity],
      ['lots', lots],
      ['bankruptcy', price],
      ...before(event, 'lots', 'entry', 'margin'),
      ['score', score],
      ['place', `${rank} / ${queueLength}`],
    ],
    formulas: [],
  };
}
