import { portion, ZERO, type Amount } from '../../../../shared/money.js';
import type { Leg, OwnerChange, Split } from './owner-change.projection.js';

/** What an amount of an asset was worth in USDT at an instant, by the index. */
type WorthAt = (asset: string, held: Amount, at: number) => Amount;

/** All that is held of one asset, at what it cost. */
export interface Pool {
  readonly quantity: Amount;
  readonly cost: Amount;
  readonly realised: Amount;
  /** When the first part of what is held was acquired. */
  readonly since: number;
}

/** Something was given for something else, came as income, was charged, or won or lost. `gain` is proceeds less fee less cost. */
export interface Disposal {
  readonly kind: 'disposal' | 'income' | 'charge' | 'result';
  readonly asset: string;
  readonly quantity: Amount;
  readonly acquiredAt: number;
  readonly disposedAt: number;
  readonly proceeds: Amount;
  readonly cost: Amount;
  readonly fee: Amount;
  readonly gain: Amount;
  readonly position: number;
  readonly reference: string;
}

/** What came in from outside (above zero) or went out, at the index price of its moment. */
interface Flow {
  readonly at: number;
  readonly worth: Amount;
}

const NONE: Pool = { quantity: ZERO, cost: ZERO, realised: ZERO, since: 0 };

/**
 * The average-cost method over an owner's changes, in the order of the history. Every asset is a pool, USDT too. The costs of
 * all pools are always the net flows plus the realised gains, whatever is rounded: a cost leaves a pool once and is counted once.
 */
export class CostBook {
  readonly pools = new Map<string, Pool>();
  readonly flows: Flow[] = [];
  /** At what it cost: what came in less what went out. */
  netFlows: Amount = ZERO;
  fees: Amount = ZERO;
  position = 0;

  constructor(private readonly worthAt: WorthAt) {}

  /** To go on with, while this one stays as it is. */
  copy(): CostBook {
    const copy = new CostBook(this.worthAt);
    for (const [asset, pool] of this.pools) copy.pools.set(asset, pool);
    for (const flow of this.flows) copy.flows.push(flow);
    copy.netFlows = this.netFlows;
    copy.fees = this.fees;
    copy.position = this.position;
    return copy;
  }

  get realised(): Amount {
    return [...this.pools.values()].reduce((sum, { realised }) => sum + realised, ZERO);
  }

  /** Takes the next change, and answers what it disposed of. */
  apply(change: OwnerChange): Disposal[] {
    const { given, received, fee, at, position, split: shares } = change;
    this.position = position;
    if (shares !== null) return this.splitShares(change, shares);
    if (fee !== null) this.fees += this.worth(fee, at);
    const { incomeOf, isResult } = change;
    if (isResult)
      return [
        ...received.map((leg): Disposal => ({ ...this.earn(change, leg.asset, leg), kind: 'result' })),
        ...given.flatMap((leg) => this.lose(change, leg)),
      ];
    if (incomeOf !== null)
      return [
        ...received.map((leg) => this.earn(change, incomeOf, leg)),
        ...given.flatMap((leg) => this.goOut(change, leg)),
      ];
    if (given.length === 0) this.comeIn(change);
    else if (received.length > 0) return this.exchange(change);
    else return given.flatMap((leg) => this.goOut(change, leg));
    return [];
  }

  private comeIn({ received, paidUsdt, at }: OwnerChange): void {
    for (const leg of received) {
      const worth = this.worth(leg, at);
      const cost = paidUsdt ?? worth;
      this.acquire(leg, cost, at);
      this.netFlows += cost;
      this.flows.push({ at, worth });
    }
  }

  /** More or fewer shares at the same cost. A fraction that made no lot is sold for the money that came for it. */
  private splitShares(change: OwnerChange, { asset, change: more, fraction }: Split): Disposal[] {
    const pool = this.pool(asset);
    this.pools.set(asset, { ...pool, quantity: pool.quantity + more });
    if (fraction === ZERO) return [];
    const paid = change.received.find((leg) => leg.asset === 'USDT');
    if (paid !== undefined) this.acquire(paid, paid.amount, change.at);
    return [this.dispose(change, { asset, amount: fraction, worthUsdt: null }, paid?.amount ?? ZERO, ZERO)];
  }

  /** Income is a gain of what paid it, and money of the owner's own as soon as it is there. */
  private earn({ at, position, reference }: OwnerChange, payer: string, leg: Leg): Disposal {
    const worth = this.worth(leg, at);
    this.acquire(leg, worth, at);
    const pool = this.pool(payer);
    this.pools.set(payer, { ...pool, realised: pool.realised + worth });
    const { asset, amount: quantity } = leg;
    const figures = { proceeds: worth, cost: ZERO, fee: ZERO, gain: worth };
    return { kind: 'income', asset, quantity, acquiredAt: at, disposedAt: at, ...figures, position, reference };
  }

  /** What goes out takes its average cost with it, without a gain; a fee for it is a loss. */
  private goOut(change: OwnerChange, { asset, amount: given }: Leg): Disposal[] {
    const { fee, at } = change;
    const charged = fee?.asset === asset ? fee.amount : ZERO;
    const sent = given - charged;
    if (sent > ZERO) {
      this.netFlows -= this.take(asset, sent);
      this.flows.push({ at, worth: -this.worth({ asset, amount: sent, worthUsdt: null }, at) });
    }
    return this.spend(change, asset, charged, 'charge');
  }

  /** What a contract or an option lost, and its fee. */
  private lose(change: OwnerChange, { asset, amount: given }: Leg): Disposal[] {
    const { fee } = change;
    const charged = fee !== null && fee.amount > ZERO ? fee.amount : ZERO;
    return [...this.spend(change, asset, given - charged, 'result'), ...this.spend(change, asset, charged, 'charge')];
  }

  /** Given for nothing: all that it cost is lost. */
  private spend(change: OwnerChange, asset: string, sum: Amount, kind: 'charge' | 'result'): Disposal[] {
    if (sum === ZERO) return [];
    return [{ ...this.dispose(change, { asset, amount: sum, worthUsdt: null }, ZERO, ZERO), kind }];
  }

  /** Gives at what was got: the USDT of either side, else what the given was worth. */
  private exchange(change: OwnerChange): Disposal[] {
    const { given, received, fee, at } = change;
    const usdt = received.find(({ asset }) => asset === 'USDT');
    const worths = given.map((leg) => this.worth(leg, at));
    const got = usdt?.amount ?? sumOf(worths);
    const offProceeds = fee !== null && received.some(({ asset }) => asset === fee.asset);
    const fees = split(offProceeds ? this.worth(fee, at) : ZERO, worths);
    const disposals = split(got, worths).map((net, index) =>
      this.dispose(change, given[index] as Leg, net + (fees[index] ?? ZERO), fees[index] ?? ZERO),
    );
    const parts = received.length === 1 ? [got] : received.map((leg) => this.worth(leg, at));
    for (const [index, cost] of split(got, parts).entries()) this.acquire(received[index] as Leg, cost, at);
    return disposals;
  }

  private dispose(change: OwnerChange, { asset, amount: quantity }: Leg, proceeds: Amount, fee: Amount): Disposal {
    const acquiredAt = this.pool(asset).since;
    const cost = this.take(asset, quantity);
    const gain = proceeds - fee - cost;
    const left = this.pool(asset);
    this.pools.set(asset, { ...left, realised: left.realised + gain });
    const { at: disposedAt, position, reference } = change;
    return {
      kind: 'disposal',
      asset,
      quantity,
      acquiredAt,
      disposedAt,
      proceeds,
      cost,
      fee,
      gain,
      position,
      reference,
    };
  }

  private acquire({ asset, amount: quantity }: Leg, cost: Amount, at: number): void {
    const pool = this.pool(asset);
    const since = pool.quantity === ZERO ? at : pool.since;
    this.pools.set(asset, { ...pool, quantity: pool.quantity + quantity, cost: pool.cost + cost, since });
  }

  /** The cost of what leaves the pool; rounded up, so that no gain is shown before it is there. */
  private take(asset: string, quantity: Amount): Amount {
    const pool = this.pool(asset);
    if (quantity > pool.quantity) throw new Error(`more ${asset} was given than was held`);
    const cost = portion(pool.cost, quantity, pool.quantity, 'up');
    this.pools.set(asset, { ...pool, quantity: pool.quantity - quantity, cost: pool.cost - cost });
    return cost;
  }

  private pool(asset: string): Pool {
    return this.pools.get(asset) ?? NONE;
  }

  private worth({ asset, amount: held, worthUsdt }: Leg, at: number): Amount {
    return asset === 'USDT' ? held : (worthUsdt ?? this.worthAt(asset, held, at));
  }
}

/** `whole` in the proportion of the parts; the last one takes what rounding leaves. */
function split(whole: Amount, parts: readonly Amount[]): Amount[] {
  const sum = sumOf(parts);
  let rest = whole;
  return parts.map((part, index) => {
    const share = index === parts.length - 1 ? rest : sum === ZERO ? ZERO : portion(whole, part, sum, 'down');
    rest -= share;
    return share;
  });
}

const sumOf = (amounts: readonly Amount[]): Amount => amounts.reduce((sum, each) => sum + each, ZERO);
