/** The kinds of orders, by what they do. Only the first two are offers from the start; the others wait for a price. */
export const ORDER_TYPES = [
  'limit',
  'market',
  'stop',
  'stop-limit',
  'take-profit',
  'take-profit-limit',
  'trailing-stop',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Whether it waits outside the book until the price that it watches reaches its trigger price. */
export const isConditional = (type: OrderType): boolean => type !== 'limit' && type !== 'market';

/** Whether it has a limit price of its own; the others take what their slippage limit allows, and never rest at a price. */
export const hasLimitPrice = (type: OrderType): boolean =>
  type === 'limit' || type === 'stop-limit' || type === 'take-profit-limit';

export const isTakeProfit = (type: OrderType): boolean => type === 'take-profit' || type === 'take-profit-limit';

/** Which way the watched price comes from: a stop follows it away from its owner's gain, a take-profit waits on the other side. */
export const triggersOnRise = (side: 'buy' | 'sell', type: OrderType): boolean =>
  (side === 'buy') !== isTakeProfit(type);
