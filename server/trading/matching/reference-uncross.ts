/** The reference book's auction: every price is tried, and the lots of each side are dealt out one after another. */

import { fitBoth, played, type Play } from './reference-play.js';
import { removeRow, sorted, type ReferenceRow } from './reference-state.js';
import type { OrderMatched } from './types.js';

export interface Level {
  priceTicks: number;
  lots: number;
}

/** Most lots, then least left behind, then nearest to the middle, then the lower. */
export function onePrice(buys: readonly Level[], sells: readonly Level[], middle: number): Level | null {
  const [bid, ask] = [buys[0]?.priceTicks, sells[0]?.priceTicks];
  if (bid === undefined || ask === undefined || bid < ask) return null;
  const sum = (levels: readonly Level[], allows: (priceTicks: number) => boolean): number =>
    levels.reduce((lots, level) => lots + (allows(level.priceTicks) ? level.lots : 0), 0);
  const found: (Level & { left: number })[] = [];
  for (let priceTicks = ask; priceTicks <= bid; priceTicks += 1) {
    const [demand, supply] = [sum(buys, (limit) => limit >= priceTicks), sum(sells, (limit) => limit <= priceTicks)];
    found.push({ priceTicks, lots: Math.min(demand, supply), left: Math.abs(demand - supply) });
  }
  const away = (level: Level): number => Math.abs(level.priceTicks - middle);
  found.sort((one, other) => other.lots - one.lots || one.left - other.left || away(one) - away(other));
  return found[0]!;
}

interface Party extends Level {
  row: ReferenceRow | null;
  quote: Level | null;
}

/** Answers the lots that agents traded. */
export function uncrossUsers(play: Play, houseLots: number): number {
  const { state, limits } = play;
  const [bids, asks] = [sorted(state, 'buy'), sorted(state, 'sell')];
  if ((bids[0]?.order.priceTicks ?? -Infinity) < (asks[0]?.order.priceTicks ?? Infinity)) return 0;
  const [buys, sells] = [parties(bids, play.bids, houseLots, -1), parties(asks, play.asks, houseLots, 1)];
  const price = onePrice(buys, sells, play.middleTicks)!;
  let houseTaken = 0;
  for (let left = price.lots; left > 0 && play.events.length < limits.eventsPerCommand;) {
    // An order whose position became smaller has fewer lots than it came with.
    for (const party of [...buys, ...sells]) if (party.row !== null) party.lots = party.row.remainingLots;
    const gone = ({ row, lots }: Party): boolean => lots === 0 || (row !== null && !state.rows.includes(row));
    const [buy, sell] = [buys.find((party) => !gone(party)), sells.find((party) => !gone(party))];
    if (buy === undefined || sell === undefined) break;
    if (buy.priceTicks < price.priceTicks || sell.priceTicks > price.priceTicks) break;
    const lots = Math.min(left, buy.lots, sell.lots);
    if (giveWay(play, buy, sell)) continue;
    left -= lots;
    for (const party of [buy, sell]) {
      party.lots -= lots;
      if (party.quote === null) continue;
      party.quote.lots -= lots;
      houseTaken += lots;
    }
    trade(play, buy, sell, lots, price.priceTicks);
  }
  return houseTaken;
}

/** Users before agents at one price, each best first. */
function parties(rows: ReferenceRow[], quotes: Level[], houseLots: number, away: 1 | -1): Party[] {
  let left = houseLots;
  const agents: Party[] = [];
  for (const quote of quotes.filter(({ lots }) => lots > 0)) {
    const lots = Math.min(left, quote.lots);
    if (lots > 0) agents.push({ priceTicks: quote.priceTicks, lots, row: null, quote });
    left -= lots;
  }
  const users = rows.map((row) => ({ priceTicks: row.order.priceTicks, lots: row.remainingLots, row, quote: null }));
  return [...users, ...agents].sort((one, other) => (one.priceTicks - other.priceTicks) * away);
}

/** Of one owner's two orders one goes: the taker, unless it is at the close. */
function giveWay(play: Play, { row: buy }: Party, { row: sell }: Party): boolean {
  if (buy === null || sell === null || buy.order.owner !== sell.order.owner) return false;
  const [taker, maker] = takesFirst(buy, sell) ? [buy, sell] : [sell, buy];
  play.cancelRow(taker.order.timeInForce === 'ATC' ? maker : taker, 'self-trade');
  return true;
}

function takesFirst(own: ReferenceRow | null, other: ReferenceRow | null): boolean {
  if (own === null || other === null) return own === null;
  const byKind = own.order.postOnly !== other.order.postOnly;
  return byKind ? !own.order.postOnly : own.sequence > other.sequence;
}

function trade(play: Play, buy: Party, sell: Party, lots: number, priceTicks: number): void {
  const { state } = play;
  const [own, other] = [buy.row, sell.row];
  if (own === null && other === null) return;
  const buyTakes = takesFirst(own, other);
  const [taker, maker] = buyTakes ? [own, other!] : [other, own!];
  for (const row of [maker, taker]) if (row !== null) row.remainingLots -= lots;
  play.tradedTicks.push(priceTicks);
  state.lastTradeTicks = priceTicks;
  const event: OrderMatched = {
    type: 'OrderMatched',
    makerOrderId: maker.order.orderId,
    makerOwner: maker.order.owner,
    makerRemainingLots: maker.remainingLots,
    takerOrderId: taker?.order.orderId ?? null,
    takerOwner: taker?.order.owner ?? 'house',
    takerRemainingLots: taker?.remainingLots ?? 0,
    takerRemainingTickLots: null,
    takerSide: buyTakes ? 'buy' : 'sell',
    priceTicks,
    lots,
  };
  played(play, event, maker.order, taker?.order ?? null);
  for (const row of [maker, taker]) {
    if (row === null) continue;
    if (row.remainingLots === 0) removeRow(state, row.order.orderId);
    play.cancelLeg(row.ocoOrderId, 'oco');
  }
  fitBoth(play, event);
}
