import type { RecordedEvent } from '../../../core/event.js';
import { amount, ZERO, type Amount } from '../../../../shared/money.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import type { FundsConverted } from '../../conversion/conversion.events.js';
import type { CustodyRedeemed } from '../../custody/custody.events.js';
import type { DividendPaid, HoldingSplit } from '../../entitlement/entitlement.events.js';
import { tradeOf, type OrderMatched, type OrdersSplit } from '../../../trading/venue/book.facts.js';

/** One asset of a change, above zero. `worthUsdt` is the value in the event itself. */
export interface Leg {
  readonly asset: string;
  readonly amount: Amount;
  readonly worthUsdt: Amount | null;
}

/**
 * What an event changed in everything that an owner has, all account spaces and both buckets together. So holds, releases and
 * transfers between spaces change nothing.
 */
export interface OwnerChange {
  readonly position: number;
  readonly at: number;
  readonly event: string;
  /** The trade, request or stream that it belongs to. */
  readonly reference: string;
  readonly given: readonly Leg[];
  readonly received: readonly Leg[];
  /** Charged by the house: part of what was given, or taken off what was received. */
  readonly fee: Leg | null;
  /** The payment outside of the platform for a deposit; `null` where the index values it. */
  readonly paidUsdt: Amount | null;
  /** The asset that paid it as income; `null` for everything else. */
  readonly incomeOf: string | null;
  /** Profit or loss of a contract or an option: none of it came from outside or went there. */
  readonly isResult: boolean;
  /** Shares that became others: they cost what the old ones cost. `null` for everything else. */
  readonly split: Split | null;
}

/** What a split made of one asset. */
export interface Split {
  readonly asset: string;
  /** New shares less old ones, those that were sold as a fraction included. */
  readonly change: Amount;
  /** Sold for what came in beside it. */
  readonly fraction: Amount;
}

/** The change, or `undefined` where there is none. */
export function changeOf(
  event: RecordedEvent,
  ownerId: string,
  paidUsdt: Amount | null = null,
): OwnerChange | undefined {
  const prefix = `user/${ownerId}/`;
  const net = new Map<string, Amount>();
  for (const { account, asset, amount: changed } of event.postings ?? [])
    if (account.startsWith(prefix)) net.set(asset, (net.get(asset) ?? ZERO) + changed);
  const worths = worthsOf(event);
  const leg = ([asset, changed]: readonly [string, Amount]): Leg => ({
    asset,
    amount: changed < ZERO ? -changed : changed,
    worthUsdt: worths.get(asset) ?? null,
  });
  const fee = feeOf(event, ownerId);
  const isResult = RESULTS.test(event.type);
  // Interest is income and a penalty a charge: together they would show less of both.
  const [given, received] = (isResult ? resultOf(net, fee) : apartOf(event)) ?? [
    [...net].filter(([, changed]) => changed < ZERO).map(leg),
    [...net].filter(([, changed]) => changed > ZERO).map(leg),
  ];
  if (given.length === 0 && received.length === 0) return undefined;
  const { position, at, type } = event;
  const change = { position, at, event: type, reference: referenceOf(event), given, received };
  return { ...change, fee, paidUsdt, incomeOf: incomeOf(event), isResult, split: splitOf(event, net) };
}

/** A trade names each side's fee; other events with a fee have a single owner. */
function feeOf(event: RecordedEvent, ownerId: string): Leg | null {
  const trade = tradeOf(event);
  if (trade === undefined) {
    if (event.type === 'CustodyRedeemed') return apartOf(event)?.[0][0] ?? null;
    // The house gives of its fees here, and charges nothing.
    if (REWARDS.has(event.type)) return null;
    if (event.type.startsWith('Loan')) return loanCost(event);
    const charged = (event.postings ?? []).find(({ account }) => account === HOUSE.fees.account);
    return charged === undefined ? null : { asset: charged.asset, amount: charged.amount, worthUsdt: null };
  }
  const { makerOwner, takerOwner, makerFee, takerFee } = trade;
  const fee = (makerOwner === ownerId ? amount(makerFee) : ZERO) + (takerOwner === ownerId ? amount(takerFee) : ZERO);
  return fee === ZERO ? null : { asset: quoteOf(event, trade), amount: fee, worthUsdt: null };
}

/** Interest and late fee are a charge; the principal of a loan comes and goes without a gain. */
function loanCost({ postings = [] }: RecordedEvent): Leg | null {
  const charged = postings.filter(({ account }) => account === HOUSE.loanIncome.account);
  const sum = charged.reduce((all, posting) => all + posting.amount, ZERO);
  return sum === ZERO ? null : { asset: 'USDT', amount: sum, worthUsdt: null };
}

/** What a contract is on changes hands in USDT alone, and so does an option. */
const RESULTS = /^(Contract|Position|Option)/;

/** A profit or loss and the fee that was charged with it, which the postings net. A rebate is part of a profit. */
function resultOf(net: ReadonlyMap<string, Amount>, fee: Leg | null): [given: Leg[], received: Leg[]] {
  const charged = fee !== null && fee.amount > ZERO ? fee.amount : ZERO;
  const brought = (net.get('USDT') ?? ZERO) + charged;
  const legs = (sum: Amount): Leg[] => (sum > ZERO ? [{ asset: 'USDT', amount: sum, worthUsdt: null }] : []);
  const lost = brought < ZERO ? -brought : ZERO;
  return [legs(lost + charged), legs(brought)];
}

/** The penalty and the interest of an early redemption, which its postings net. */
function apartOf({ type, data }: RecordedEvent): [given: Leg[], received: Leg[]] | undefined {
  if (type !== 'CustodyRedeemed') return undefined;
  const { penalty, interest } = data as CustodyRedeemed;
  const legs = (text: string): Leg[] =>
    amount(text) === ZERO ? [] : [{ asset: 'USDT', amount: amount(text), worthUsdt: null }];
  return [legs(penalty), legs(interest)];
}

/** The fee of one side may be the rebate of the other, so that the house gets nothing: the symbol tells the quote asset. */
function quoteOf({ postings = [] }: RecordedEvent, { symbol }: OrderMatched): string {
  const assets = [...new Set(postings.map(({ asset }) => asset))];
  const [one = '', other = ''] = assets;
  return symbol === one + other ? other : one;
}

/** What a conversion was decided by: each balance at its index price. */
function worthsOf({ type, data }: RecordedEvent): ReadonlyMap<string, Amount> {
  if (type !== 'FundsConverted') return new Map();
  return new Map((data as FundsConverted).legs.map(({ currency, worthUsdt }) => [currency, amount(worthUsdt)]));
}

/** Rewards as they are paid: of invitations, and fees that fee vouchers pay back. */
const REWARDS: ReadonlySet<string> = new Set(['InvitationRewardPaid', 'InvitationRewardReleased', 'FeeVouchersUsed']);

function incomeOf({ type, data }: RecordedEvent): string | null {
  if (type === 'CustodyCompleted' || type === 'CustodyRedeemed' || REWARDS.has(type)) return 'USDT';
  return type === 'DividendPaid' ? (data as DividendPaid).base : null;
}

/** A split is carried out in two events: one of the open orders, one of everything else. */
function splitOf({ type, data }: RecordedEvent, net: ReadonlyMap<string, Amount>): Split | null {
  if (type === 'HoldingSplit') {
    const { base: asset, fraction: text } = data as HoldingSplit;
    const fraction = amount(text);
    return { asset, fraction, change: (net.get(asset) ?? ZERO) + fraction };
  }
  if (!type.endsWith('OrdersSplit')) return null;
  const { base: asset } = (data as OrdersSplit).spec;
  return { asset, fraction: ZERO, change: net.get(asset) ?? ZERO };
}

function referenceOf({ type, data, stream }: RecordedEvent): string {
  if (type === 'FundsConverted') return (data as FundsConverted).quoteId;
  if (type === 'DividendPaid' || type === 'HoldingSplit') return (data as DividendPaid | HoldingSplit).actionId;
  const { tradeId } = (data ?? {}) as { tradeId?: unknown };
  return typeof tradeId === 'string' ? tradeId : stream;
}
