import { LABEL_OF_C2C, type C2cStatus } from '../../../contracts/c2c.contract.js';
import { amount } from '../../../shared/money.js';
import type { C2cChatEvent } from './c2c-chat.events.js';
import type { C2cEvent } from './c2c.events.js';
import type { SellerEvent } from './seller.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every order as lists show it. Nobody and never are '' and 0. */
export const c2cOrders = new ReadTable('c2c_orders', {
  order_id: { type: 'text', merge: 'key' },
  user_id: { type: 'text', merge: 'first' },
  reference: { type: 'text', merge: 'first' },
  position: { type: 'count', merge: 'first' },
  status: { type: 'text', merge: 'last' },
  label: { type: 'text', merge: 'last' },
  amount: { type: 'amount', merge: 'first' },
  currency: { type: 'text', merge: 'first' },
  pay_amount: { type: 'amount', merge: 'first' },
  price: { type: 'amount', merge: 'first' },
  seller_id: { type: 'text', merge: 'last' },
  created_at: { type: 'instant', merge: 'first' },
  expires_at: { type: 'instant', merge: 'last' },
  changed_at: { type: 'instant', merge: 'last' },
});

export const c2cMessages = new ReadTable('c2c_messages', {
  message_id: { type: 'text', merge: 'key' },
  order_id: { type: 'text', merge: 'first' },
  user_id: { type: 'text', merge: 'first' },
  position: { type: 'count', merge: 'first' },
  sender: { type: 'text', merge: 'first' },
  sent_at: { type: 'instant', merge: 'first' },
  sealed_text: { type: 'text', merge: 'first' },
  unread: { type: 'boolean', merge: 'last' },
});

export const c2cSellers = new ReadTable('c2c_sellers', {
  seller_id: { type: 'text', merge: 'key' },
  label: { type: 'text', merge: 'last' },
  currency: { type: 'text', merge: 'last' },
  enabled: { type: 'boolean', merge: 'last' },
  version: { type: 'count', merge: 'last' },
  min: { type: 'amount', merge: 'last' },
  max: { type: 'amount', merge: 'last' },
  day_max: { type: 'amount', merge: 'last' },
  changed_at: { type: 'instant', merge: 'last' },
  changed_by: { type: 'text', merge: 'last' },
});

export const c2cProjection: Projection = {
  name: 'c2c',
  realms: ['real'],
  tables: [c2cOrders, c2cMessages, c2cSellers],
  apply(rows, event) {
    if (event.stream.startsWith('c2c-')) applyOrder(rows, event as C2cEvent);
    else if (event.stream.startsWith('c2cchat-')) applyMessage(rows, event as C2cChatEvent);
    else if (event.stream.startsWith('seller-')) applySeller(rows, event as SellerEvent);
  },
};

function applyOrder(rows: RowBatch, event: C2cEvent): void {
  const { data, at } = event;
  const change = (status: C2cStatus, more: Record<string, string | number> = {}): void =>
    rows.update(c2cOrders, { order_id: data.orderId, status, label: LABEL_OF_C2C[status], changed_at: at, ...more });
  switch (event.type) {
    case 'C2cOrderPlaced': {
      const { orderId, userId, reference, currency, expiresAt } = event.data;
      const names = {
        order_id: orderId,
        user_id: userId,
        reference,
        position: event.position,
        currency,
        seller_id: '',
      };
      const sums = { amount: event.data.amount, pay_amount: event.data.payAmount, price: event.data.price };
      const money = Object.fromEntries(Object.entries(sums).map(([name, text]) => [name, amount(text)]));
      const times = { created_at: at, expires_at: expiresAt, changed_at: at };
      rows.insert(c2cOrders, { ...names, ...money, ...times, status: 'unmatched', label: 'unmatched' });
      return;
    }
    case 'C2cOrderMatched':
      return change('matched', { seller_id: event.data.sellerId });
    case 'C2cRemitted':
      return change('remitted');
    case 'C2cCompleted':
      return change('completed');
    case 'C2cRejected':
      return change('rejected');
    case 'C2cAppealed':
      return change('appealed');
    case 'C2cExpired':
      return change('expired');
    case 'C2cReinstated':
      return change(event.data.status, { expires_at: event.data.expiresAt });
  }
}

function applyMessage(rows: RowBatch, { type, data, at, position }: C2cChatEvent): void {
  if (type === 'C2cMessageSent') {
    const { messageId, orderId, userId, from, sealedText } = data;
    const names = { message_id: messageId, order_id: orderId, user_id: userId, position, sender: from };
    rows.insert(c2cMessages, { ...names, sent_at: at, sealed_text: sealedText, unread: true });
  } else for (const message_id of data.messageIds) rows.update(c2cMessages, { message_id, unread: false });
}

function applySeller(rows: RowBatch, { type, data, at }: SellerEvent): void {
  if (type === 'SellerMatched') return;
  const mark = { seller_id: data.sellerId, changed_at: at, changed_by: data.staffId };
  if (type === 'SellerSwitched') return rows.update(c2cSellers, { ...mark, enabled: data.enabled });
  const { label, currency } = data;
  const limits = { min: amount(data.min), max: amount(data.max), day_max: amount(data.dayMax) };
  const terms = { ...mark, label, currency, ...limits };
  if (type === 'SellerAdded') rows.insert(c2cSellers, { ...terms, enabled: true, version: 1 });
  else rows.update(c2cSellers, { ...terms, version: data.version });
}
