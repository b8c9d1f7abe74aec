import type { EventOf, Notification, Notifications } from '../../../core/notification.js';
import { assetOf } from '../contract.notifications.js';
import type {
  PositionHaltNotified,
  PositionDividend,
  PositionShrunk,
  PositionSplit,
} from '../position/position.events.js';

const LINK = '/preciousMetal';
const CLOSED = {
  delivery: 'position-delivered',
  delisting: 'position-delisted',
  settlement: 'position-settled',
} as const;

/** What happened to a position without its owner. Fundings come three times a day: they stand in the account records alone. */
export const periodNotifications: readonly Notifications[] = [
  {
    sentence: 'when-contract-settles-tell-the-owner',
    realms: ['demo', 'real'],
    on: {
      PositionClosed: (event: EventOf<PositionShrunk>) => closed(event.data),
      PositionDividend: (event: EventOf<PositionDividend>) => dividend(event.data),
      PositionSplit: (event: EventOf<PositionSplit>) => split(event.data),
      PositionHaltNotified: (event: EventOf<PositionHaltNotified>) => halted(event.data),
    },
  },
];

type Named = Pick<PositionShrunk, 'userId' | 'ownerId' | 'symbol' | 'side' | 'after'>;

const messageIdOf = ({ ownerId, symbol, side, after }: Named, what: string): string =>
  `position:${ownerId}:${symbol}:${side}:${after.number}:${what}`;

function closed(data: PositionShrunk): Notification | undefined {
  const { userId, symbol, cause, quantity, price, realised, released } = data;
  if (cause !== 'delivery' && cause !== 'delisting' && cause !== 'settlement') return undefined;
  const values = { symbol, quantity, asset: assetOf(symbol), price, realised, released };
  return { userId, messageId: messageIdOf(data, cause), template: CLOSED[cause], values, link: LINK };
}

function halted({ userId, ownerId, symbol, proposalId, change, reason }: PositionHaltNotified): Notification {
  const template = change === 'resumed' || reason === null ? 'contract-resumed' : `contract-halted-${reason}`;
  const messageId = `halt:${proposalId}:${ownerId}`;
  return { userId, messageId, template, values: { symbol }, link: LINK };
}

function dividend(data: PositionDividend): Notification | undefined {
  const { userId, symbol, actionId, quantity, perShare, paid } = data;
  const isReceived = paid.startsWith('-');
  const values = { symbol, quantity, perShare, amount: isReceived ? paid.slice(1) : paid };
  const template = isReceived ? 'position-dividend-received' : 'position-dividend-paid';
  return { userId, messageId: messageIdOf(data, actionId), template, values, link: LINK };
}

function split(data: PositionSplit): Notification {
  const { userId, symbol, actionId, quantityBefore: before, quantity: after, newShares, oldShares } = data;
  const values = { symbol, before, after, newShares, oldShares };
  return { userId, messageId: messageIdOf(data, actionId), template: 'position-split', values, link: LINK };
}
