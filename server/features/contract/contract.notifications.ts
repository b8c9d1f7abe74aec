import { amount, format, portion, roundTo } from '../../../shared/money.js';
import { underlyingOf } from '../../../shared/contract-symbol.js';
import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type {
  PositionBracketsWarned,
  PositionDeleveraged,
  PositionGapWarned,
  PositionLiquidated,
  PositionWarned,
} from './position/position.events.js';

const linkTo = (symbol: string): string => `/preciousMetal?symbol=${symbol}`;
const HUNDRED = 100n;

/** In the app and by letter: each may need somebody who is not looking. */
export const contractNotifications: readonly Notifications[] = [
  {
    sentence: 'when-position-in-danger-tell-the-person',
    realms: ['demo', 'real'],
    on: {
      PositionWarned: (event: EventOf<PositionWarned>) => warned(event.data),
      PositionGapWarned: (event: EventOf<PositionGapWarned>) => gapWarned(event.data),
      PositionBracketsWarned: (event: EventOf<PositionBracketsWarned>) => bracketsWarned(event.data),
      PositionLiquidated: (event: EventOf<PositionLiquidated>) => liquidated(event.data),
      PositionDeleveraged: (event: EventOf<PositionDeleveraged>) => deleveraged(event.data),
    },
  },
];

/** Figures of a formula have up to 18 decimals. */
const short = (text: string, decimals = 8): string => format(roundTo(amount(text), decimals, 'half-even'));

const percent = (share: string): string => short(format(amount(share) * HUNDRED), 2);

function warned(data: PositionWarned): Notification {
  const { symbol, markPrice, riskRate, liquidationPrice } = data;
  return told(data, 'warned', {
    symbol,
    markPrice,
    riskRate: percent(riskRate),
    liquidationPrice: short(liquidationPrice ?? '0'),
  });
}

function gapWarned(data: PositionGapWarned): Notification {
  const { symbol, missing, gap } = data;
  const { raisesAt, closesAt } = gap;
  const values = {
    symbol,
    missing: format(roundTo(amount(missing), 2, 'up')),
    rate: percent(gap.rate),
    raisesAt,
    closesAt,
  };
  return told(data, 'gap-warned', values);
}

function bracketsWarned(data: PositionBracketsWarned): Notification {
  const { symbol, missing, from, policies } = data;
  const [{ version }] = policies;
  const values = { symbol, missing: format(roundTo(amount(missing), 2, 'up')), startsAt: from, version };
  return told(data, 'brackets-warned', values, `${version}`);
}

/** What a contract is on: all are quoted in USDT. */
export const assetOf = (symbol: string): string => underlyingOf(symbol).replace(/USDT$/, '');

/** Cancelled orders tell their own story, and an order that met nobody closed nothing. */
function liquidated(data: PositionLiquidated): Notification | undefined {
  const { symbol, markPrice, lots, quantity, gap } = data;
  const closed = data.step === 'cancel-orders' ? 0 : data.step === 'reduce' ? data.filledLots : lots;
  if (closed === 0) return undefined;
  const part = format(portion(amount(quantity), BigInt(closed), BigInt(lots), 'half-even'));
  const values = { symbol, markPrice, closed: part, quantity, asset: assetOf(symbol) };
  if (gap === null) return told(data, 'liquidated', values, data.step);
  return told(data, 'gap-reduced', { ...values, rate: percent(gap.rate) });
}

function deleveraged(data: PositionDeleveraged): Notification {
  const { symbol, quantity, price, place, queueLength } = data;
  return told(data, 'deleveraged', { symbol, quantity, asset: assetOf(symbol), price, place, queueLength });
}

type Told = Pick<PositionWarned, 'userId' | 'ownerId' | 'symbol' | 'side' | 'beat'>;

/** One command of a beat does it once to a position, but for lots that several liquidations take. */
function told(
  { userId, ownerId, symbol, side, beat }: Told,
  what: 'warned' | 'gap-warned' | 'brackets-warned' | 'gap-reduced' | 'liquidated' | 'deleveraged',
  values: Notification['values'],
  step = '',
): Notification {
  const template = `contract-${what}-${side}`;
  const messageId = `${what}${step}:${ownerId}:${symbol}:${side}:${beat}`;
  return { userId, messageId, template, values, link: linkTo(symbol), letter: { template, values } };
}
