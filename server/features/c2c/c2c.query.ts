import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { ChatSide } from '../../../contracts/chat.contract.js';
import type {
  C2cMessagesView,
  C2cOrderRow,
  C2cOrderView,
  C2cQuoteView,
  C2cStatus,
  C2cView,
  getC2cOrdersQuery,
} from '../../../contracts/c2c.contract.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import type { Language } from '../../../shared/language.js';
import { c2cMaxOf } from '../../../shared/c2c-limit.js';
import { countUnread, openedMessages, openedText } from '../../core/chat.js';
import { Clock } from '../../core/clock.js';
import { IndexPrices } from '../../core/ports/index-prices.js';
import { amount, format } from '../../../shared/money.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import type { SentImages } from '../../core/ports/private-images.js';
import { Messages } from '../../edge/http/messages.js';
import { pageOf } from '../../engine/projections/cursor.js';
import type { RowOf } from '../../engine/projections/read-table.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { labelOf, statusAt, type C2cOrder } from './c2c.decider.js';
import { c2cMessages, c2cOrders } from './c2c.projection.js';
import { C2cReader } from './c2c.reader.js';
import {
  C2C_ASSET,
  currenciesOf,
  indexOf,
  marginOf,
  minorDecimals,
  mostOf,
  priceOf,
  type C2cRules,
} from './c2c.rules.js';

const NEWEST = Number.MAX_SAFE_INTEGER;
const MESSAGES_MAX = 1000;

/** The offers, and a person's own orders. Another's orders are not found. */
@Injectable()
export class C2cQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly reader: C2cReader,
    private readonly levels: VerificationLevels,
    private readonly policies: PolicySource<{ 'c2c.rules': C2cRules }>,
    private readonly prices: IndexPrices,
    private readonly vault: Vault,
    private readonly texts: Messages,
    private readonly clock: Clock,
  ) {}

  /** What one USDT costs now; currencies without a price are left out. */
  private quotes(rules: C2cRules, isAdvanced: boolean): C2cQuoteView[] {
    return currenciesOf(rules).flatMap((currency): C2cQuoteView[] => {
      const index = indexOf(currency, this.prices, this.clock.now());
      if (isRefusal(index)) return [];
      const { price: indexPrice, at: indexAt, opensAt } = index;
      return [
        {
          currency,
          decimals: minorDecimals(currency),
          index: indexPrice,
          indexAt,
          opensAt,
          margin: format(marginOf(index, rules)),
          price: format(priceOf(index, rules)),
          max: mostOf(index, rules, isAdvanced),
          primaryMax: mostOf(index, rules, false),
          advancedMax: mostOf(index, rules, true),
        },
      ];
    });
  }

  async offer(userId: string): Promise<C2cView | Refusal> {
    const { policies, levels, clock, pool } = this;
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const { name, version, values } = policies.inForce('c2c.rules');
    const { min, spread, closedMargin, closedMax, validMinutes, reinstateHours, appealHours, openMax } = values;
    const { rows } = await pool.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM c2c_orders
        WHERE user_id = $1 AND status IN ('unmatched', 'matched', 'remitted')`,
      [userId],
    );
    const { primary: primaryPassed, advanced: advancedPassed } = await levels.of(userId);
    const quotes = this.quotes(values, advancedPassed);
    const closed = currenciesOf(values).filter((currency) => !quotes.some((quote) => quote.currency === currency));
    return {
      asset: C2C_ASSET,
      quotes,
      closed,
      indexAt: clock.now(),
      min,
      max: c2cMaxOf(values, advancedPassed),
      primaryMax: c2cMaxOf(values, false),
      advancedMax: c2cMaxOf(values, true),
      spread,
      validMinutes,
      closedMargin,
      closedMax,
      reinstateHours,
      appealHours,
      openMax,
      open: rows[0]?.open ?? 0,
      primaryPassed,
      advancedPassed,
      policy: name,
      version,
    };
  }

  async orders(userId: string, input: Filters): Promise<Page<C2cOrderRow> | Refusal> {
    return (await this.isUpToDate()) ? c2cOrderPage(this.pool, userId, input) : refuse('request.unavailable');
  }

  async order(lang: Language, userId: string, orderId: string): Promise<C2cOrderView | Refusal> {
    const { reader, texts, vault, clock } = this;
    const order = await reader.order(orderId);
    if (order === undefined || order.userId !== userId) return refuse('c2c.order-not-found');
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const [seller, payer, unread] = await Promise.all([
      reader.accountOf(order),
      reader.payer(order),
      this.unread(orderId, 'support'),
    ]);
    const {
      sealedNote,
      reasons,
      paymentProof: voucher,
      contractNumber,
      index,
      indexAt,
      opensAt,
      margin,
      policy,
    } = order;
    const kind = order.sealedAppeal !== null && order.status === 'rejected' ? 'c2c-appeal' : kindOf(order);
    return {
      ...viewRow(order, clock.now()),
      unread,
      index,
      indexAt,
      opensAt,
      margin,
      policy: policy.name,
      version: policy.version,
      contractNumber,
      seller,
      voucher,
      payerName: payer?.name ?? null,
      payerBank: payer?.bank ?? null,
      reasons: reasons.map((reason) => texts.text(lang, `review:reason.${kind}.${reason}`, {})),
      note: sealedNote === null ? null : await vault.open(userId, 'review.note', sealedNote),
      reinstatableUntil: order.status === 'expired' ? order.reinstatableUntil : null,
      appealUntil: order.status === 'rejected' && order.sealedAppeal === null ? order.appealUntil : null,
      timeline: order.timeline.map((step) => ({ ...step })),
    };
  }

  /** `by`: who reads; texts are `null` once the person is erased. */
  async messages(orderId: string, userId: string, by: ChatSide): Promise<C2cMessagesView | Refusal> {
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const { pool, vault } = this;
    const { rows } = await pool.query<RowOf<typeof c2cMessages>>(
      `SELECT ${c2cMessages.selected} FROM c2c_messages WHERE order_id = $1 ORDER BY position LIMIT ${MESSAGES_MAX}`,
      [orderId],
    );
    const opened = await openedMessages(rows, (sealed) =>
      openedText(vault, { realm: 'real', userId }, 'c2c.message', sealed),
    );
    const items = opened.map((message, index) => ({ ...message, imageId: rows[index]?.imageId || null }));
    return { items, unread: countUnread(rows, by) };
  }

  /** Whether the image was sent on that order. */
  async hasImage(orderId: string, imageId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'SELECT 1 FROM c2c_messages WHERE order_id = $1 AND image_id = $2 LIMIT 1',
      [orderId, imageId],
    );
    return rowCount !== 0;
  }

  /** Images of the messages of a span before the newest one with an image. */
  async sentImages(now: number, spanMs: number): Promise<SentImages[]> {
    const { rows } = await this.pool.query<{ userId: string; requestId: string; imageId: string }>(
      `SELECT user_id AS "userId", order_id AS "requestId", image_id AS "imageId" FROM c2c_messages
        WHERE image_id <> '' AND sent_at >
          least($1::bigint, (SELECT max(sent_at) FROM c2c_messages WHERE image_id <> '')) - $2::bigint`,
      [now, spanMs],
    );
    return rows.map(({ imageId, ...sent }) => ({ ...sent, imageIds: () => Promise.resolve([imageId]) }));
  }

  async own(orderId: string, userId: string): Promise<C2cOrder | Refusal> {
    const order = await this.reader.order(orderId);
    return order === undefined || order.userId !== userId ? refuse('c2c.order-not-found') : order;
  }

  /** Everything of a person, opened, for their own export. */
  async export(userId: string): Promise<unknown> {
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT order_id AS id FROM c2c_orders WHERE user_id = $1 ORDER BY position',
      [userId],
    );
    return Promise.all(
      rows.map(async ({ id }) => {
        const own = await this.own(id, userId);
        return {
          order: await this.order('en', userId, id),
          appeal: isRefusal(own) ? null : await this.reader.appeal(own),
          messages: await this.messages(id, userId, 'person'),
        };
      }),
    );
  }

  /** An open order has to end first. */
  async openRefusal(userId: string): Promise<Refusal | undefined> {
    if (!(await this.isUpToDate())) return refuse('request.unavailable');
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM c2c_orders
        WHERE user_id = $1 AND status IN ('unmatched', 'matched', 'remitted', 'appealed')`,
      [userId],
    );
    const count = rows[0]?.count ?? 0;
    return count > 0 ? refuse('person.requests-open', { count }) : undefined;
  }

  private async unread(orderId: string, sender: ChatSide): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM c2c_messages WHERE order_id = $1 AND sender = $2 AND unread',
      [orderId, sender],
    );
    return rows[0]?.n ?? 0;
  }

  isUpToDate(): Promise<boolean> {
    return this.projections.upToDate('c2c', 'real');
  }
}

type Filters = Omit<z.output<typeof getC2cOrdersQuery>, 'token' | 'lang'>;

/** One page of a person's orders, newest first, as the rows have them now. */
export function c2cOrderPage(pool: Pool, userId: string, input: Filters): Promise<Page<C2cOrderRow> | Refusal> {
  const { label, search, from, to } = input;
  const rows = ([position]: readonly number[], count: number) =>
    pool.query<StoredRow>(
      `SELECT ${c2cOrders.selected}, ${UNREAD} FROM c2c_orders WHERE user_id = $1 AND position < $2
        AND ($3::text IS NULL OR label = $3) AND ($4::text IS NULL OR position(upper($4) IN reference) > 0)
        AND created_at BETWEEN $5::bigint AND $6::bigint ORDER BY position DESC LIMIT $7`,
      [userId, position, label ?? null, search ?? null, from ?? 0, to ?? NEWEST, count],
    );
  return pageOf(input, ['position'], rows, rowView);
}

type StoredRow = RowOf<typeof c2cOrders> & { readonly unread: number };
const UNREAD = `(SELECT count(*)::int FROM c2c_messages m
  WHERE m.order_id = c2c_orders.order_id AND m.sender = 'support' AND m.unread) AS unread`;

/** Only the time of these runs. */
const RUNS = new Set<C2cStatus>(['unmatched', 'matched']);

function rowView(row: StoredRow): C2cOrderRow {
  const { orderId, reference, status, label, amount, currency, payAmount, price, createdAt, changedAt, unread } = row;
  return {
    orderId,
    reference,
    status,
    label,
    amount,
    currency,
    payAmount,
    price,
    createdAt,
    changedAt,
    unread,
    asset: C2C_ASSET,
    expiresAt: RUNS.has(status) ? row.expiresAt : null,
  };
}

/** By the clock: what is over shows so, also in the moment before its timer has fired. */
function viewRow(order: C2cOrder, now: number): Omit<C2cOrderRow, 'unread'> {
  const { orderId, reference, asset, amount: bought, currency, payAmount, price, createdAt, changedAt } = order;
  const status = statusAt(order, now);
  return {
    orderId,
    reference,
    status,
    label: labelOf(status),
    asset,
    currency,
    price,
    createdAt,
    changedAt,
    amount: format(amount(bought)),
    payAmount,
    expiresAt: RUNS.has(status) ? order.expiresAt : null,
  };
}

function kindOf({ paymentProof }: C2cOrder): string {
  return paymentProof === null ? 'c2c-match' : 'c2c-remittance';
}
