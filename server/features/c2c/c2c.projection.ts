import type { ChatSide } from '../../../contracts/chat.contract.js';
import { LABEL_OF_C2C, type C2cLabel, type C2cStatus } from '../../../contracts/c2c.contract.js';
import { amount } from '../../../shared/money.js';
import type { Sealed } from '../../core/person.js';
import type { C2cChatEvent } from './c2c-chat.events.js';
import type { C2cEvent } from './c2c.events.js';
import type { SellerEvent } from './seller.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable, type ChangeOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every order as lists show it. Absent values are '' and 0. */
export const c2cOrders = new ReadTable('c2c_orders', {
  orderId: key.text,
  userId: first.text,
  reference: first.text,
  position: first.count,
  status: last.textOf<C2cStatus>(),
  label: last.textOf<C2cLabel>(),
  amount: first.amount,
  currency: first.text,
  payAmount: first.amount,
  price: first.amount,
  sellerId: last.text,
  createdAt: first.instant,
  expiresAt: last.instant,
  changedAt: last.instant,
});

/** Text and image are '' where there is none. */
export const c2cMessages = new ReadTable('c2c_messages', {
  messageId: key.text,
  orderId: first.text,
  userId: first.text,
  position: first.count,
  sender: first.textOf<ChatSide>(),
  sentAt: first.instant,
  sealedText: first.textOf<Sealed | ''>(),
  imageId: first.text,
  unread: last.boolean,
});

export const c2cSellers = new ReadTable('c2c_sellers', {
  sellerId: key.text,
  label: last.text,
  currency: last.text,
  enabled: last.boolean,
  version: last.count,
  min: last.amount,
  max: last.amount,
  dayMax: last.amount,
  changedAt: last.instant,
  changedBy: last.text,
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
  const change = (status: C2cStatus, more: ChangeOf<typeof c2cOrders> = {}): void =>
    rows.update(c2cOrders, { orderId: data.orderId, status, label: LABEL_OF_C2C[status], changedAt: at, ...more });
  switch (event.type) {
    case 'C2cOrderPlaced': {
      const { orderId, userId, reference, currency, expiresAt } = event.data;
      const [bought, payAmount] = [amount(event.data.amount), amount(event.data.payAmount)];
      return rows.insert(c2cOrders, {
        orderId,
        userId,
        reference,
        position: event.position,
        status: 'unmatched',
        label: 'unmatched',
        amount: bought,
        currency,
        payAmount,
        price: amount(event.data.price),
        sellerId: '',
        createdAt: at,
        expiresAt,
        changedAt: at,
      });
    }
    case 'C2cOrderMatched':
      return change('matched', { sellerId: event.data.sellerId });
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
      return change(event.data.status, { expiresAt: event.data.expiresAt });
  }
}

function applyMessage(rows: RowBatch, { type, data, at, position }: C2cChatEvent): void {
  if (type === 'C2cMessageSent') {
    const { messageId, orderId, userId, from, sealedText, imageId } = data;
    const names = { messageId, orderId, userId, position, sender: from };
    const sent = { sealedText: sealedText ?? ('' as const), imageId: imageId ?? '' };
    rows.insert(c2cMessages, { ...names, sentAt: at, ...sent, unread: true });
  } else for (const messageId of data.messageIds) rows.update(c2cMessages, { messageId, unread: false });
}

function applySeller(rows: RowBatch, { type, data, at }: SellerEvent): void {
  if (type === 'SellerMatched') return;
  const mark = { sellerId: data.sellerId, changedAt: at, changedBy: data.staffId };
  if (type === 'SellerSwitched') return rows.update(c2cSellers, { ...mark, enabled: data.enabled });
  const { label, currency } = data;
  const limits = { min: amount(data.min), max: amount(data.max), dayMax: amount(data.dayMax) };
  const terms = { ...mark, label, currency, ...limits };
  if (type === 'SellerAdded') rows.insert(c2cSellers, { ...terms, enabled: true, version: 1 });
  else rows.update(c2cSellers, { ...terms, version: data.version });
}
