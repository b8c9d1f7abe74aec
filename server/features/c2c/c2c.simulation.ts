import { amount, format } from '../../../shared/money.js';
import { SEALED, idsOf, type SimulatedWorld, type Simulation } from '../simulation.js';
import { matchedWires } from '../../core/bank-wires.js';
import { Violation } from '../../core/violation.js';
import { c2cKind, orderOfReview } from './c2c.decider.js';
import type { C2cCompleted } from './c2c.events.js';
import { c2cReviews } from './c2c.review.js';
import type { C2cRules } from './c2c.rules.js';

const SELLERS = { USD: 'seller-usd', EUR: 'seller-eur' } as const;

/** Orders that people go on with: older ones have ended. */
const STILL_KNOWN = 8;

const RULES: C2cRules = {
  validMinutes: 180,
  reinstateHours: 24,
  reinstateMinutes: 180,
  appealHours: 72,
  min: '100',
  max: '50000',
  advancedFactor: '2',
  openMax: 3,
  currencies: 'USD,EUR',
  spread: '0.01',
  closedMargin: '0.0075',
  closedMax: '10000',
  priceBand: '0.002',
  messagesMax: 200,
};

/** Two sellers, and people who buy, pay too little or nothing, appeal, and are given a second chance. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  reviews: c2cReviews({} as Parameters<typeof c2cReviews>[0]).map((kind) => ({
    kind,
    facts: (requestId, verdict) =>
      kind.name === 'c2c-match'
        ? { choice: verdict === 'approved' ? sellerFor(world, requestId) : null }
        : { prepared: statement(world, requestId) },
  })),
  requests: {
    id: 'orderId',
    open: ['C2cOrderPlaced'],
    end: ['C2cCompleted', 'C2cRejected', 'C2cExpired'],
    // Contesting a rejection and reinstating an expired order take the end back: nothing was paid by either.
    reopen: ['C2cAppealed', 'C2cReinstated'],
  },
  facts: { C2cCompleted: (data) => isPaid(world, data as C2cCompleted) },
  deeds: [
    { share: 1, act: (userId) => place(world, userId) },
    { share: 1, act: (userId) => goOn(world, userId) },
  ],
  begins: () => {
    for (const [currency, sellerId] of Object.entries(SELLERS)) {
      const terms = { label: sellerId, currency, sealedAccount: SEALED, min: '1', max: '90000', dayMax: '200000' };
      const data = { sellerId, staffId: 'staff-risk', ...terms };
      world.execute('real', { type: 'AddSeller', data, actor: 'staff:staff-risk' });
    }
  },
});

function place({ rng, at, nextId, execute }: SimulatedWorld, userId: string): void {
  const orderId = nextId('c');
  const data = {
    orderId,
    reference: orderId.toUpperCase(),
    userId,
    ownerId: `${userId}.1`,
    currency: rng.pick(['USD', 'EUR', 'CHF']),
    amount: rng.pick(['99', '100', '2500.5']),
    index: { price: '1', at, opensAt: null },
    shownPrice: '1.01',
    policy: { name: 'c2c.rules', version: 1, values: RULES },
  };
  execute('real', { type: 'PlaceC2c', data, actor: `user:${userId}` });
}

/** The wire, the payment proof, the appeal, and support's second chance: whatever comes next, or what does not. */
function goOn({ rng, at, outside, realm, execute }: SimulatedWorld, userId: string): void {
  const orders = idsOf(realm('real'), 'C2cOrderPlaced', 'orderId').slice(-STILL_KNOWN);
  if (orders.length === 0) return;
  const orderId = rng.pick(orders);
  const order = realm('real').state(c2cKind, orderId);
  if (order.status === 'none') return;
  const sum = rng.chance(0.15) ? amount('1') : amount(order.payAmount);
  if (order.seller !== null && rng.chance(0.7)) outside.wire(order.reference, order.seller.id, sum, order.currency, at);
  const actor = `user:${userId}`;
  const names = { orderId, userId: rng.chance(0.9) ? order.userId : userId };
  const remitted = { ...names, sealedPayer: SEALED, paymentProof: 'image-2', problem: null };
  execute('real', { type: 'RemitC2c', data: remitted, actor });
  if (rng.chance(0.5)) execute('real', { type: 'AppealC2c', data: { ...names, sealedText: SEALED }, actor });
  if (order.status !== 'expired' || rng.chance(0.5)) return;
  const again = { orderId, userId: order.userId, staffId: 'staff-1', round: order.round + 1 };
  execute('real', { type: 'ReinstateC2c', data: again, actor: 'staff:staff-1' });
}

function sellerFor({ rng, realm }: SimulatedWorld, requestId: string): string | null {
  const order = realm('real').state(c2cKind, orderOfReview(requestId));
  const fits = order.status !== 'none' && order.currency === 'EUR' ? SELLERS.EUR : SELLERS.USD;
  return rng.chance(0.9) ? fits : null;
}

/** What the bank shows of an order. */
function statement({ outside, realm }: SimulatedWorld, requestId: string): unknown {
  const order = realm('real').state(c2cKind, orderOfReview(requestId));
  return order.status === 'none' ? [] : matchedWires(outside.wires.get(order.reference) ?? [], order.seller?.id ?? '');
}

function isPaid({ outside, realm }: SimulatedWorld, { orderId }: C2cCompleted): void {
  const order = realm('real').state(c2cKind, orderId);
  if (order.status === 'none') throw new Violation(`${orderId} was completed and never placed`);
  const wires = (outside.wires.get(order.reference) ?? []).filter(({ currency }) => currency === order.currency);
  const sum = wires.reduce((all, wire) => all + amount(wire.amount), 0n);
  if (sum < amount(order.payAmount)) throw new Violation(`${orderId} was credited for ${format(sum)} at the bank`);
}
