import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { HousePositionsView, HousePositionView } from '../../../../contracts/house-position.calls.js';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { amount, format, fromSteps, roundTo, times, ZERO, type Amount } from '../../../../shared/money.js';
import { Clock, isFresh, type Instant } from '../../../core/clock.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import { ProjectionRunner } from '../../../engine/projections/runner.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { Writers } from '../../../engine/writer/writers.js';
import { BookMarket } from '../../../market/book-market.js';
import { traceOf } from '../../../trading/venue/book.state.js';
import { contractKind } from '../contract.product.js';
import { contractTotals, contractTotalsProjection, type ContractTotalsRow } from './contract-totals.projection.js';

/** Everybody reads the same answer for so long. */
const SHARED_MS = 2_000;
const DECIMALS = 8;

type Results = Pick<HousePositionView, 'entryCost' | 'realisedPnl' | 'funding' | 'shortfall' | 'fees'>;
type Sums = Readonly<Record<keyof Results, Amount>>;

interface Proved {
  readonly position: number;
  readonly hash: string;
}

type Ledger = HousePositionsView['ledger'];

interface Read {
  readonly rows: ContractTotalsRow[];
  readonly ledger: Ledger;
  readonly proof: Proved;
}

/** What an account held at the event up to which the read model has read: its balance less what came after. */
const heldBy = (account: string): string =>
  `trim_scale(coalesce((SELECT b.amount FROM ledger_balances b WHERE b.realm = $1 AND b.account = ${account} AND b.asset = 'USDT'), 0)
    - coalesce((SELECT sum(p.amount) FROM ledger_postings p WHERE p.realm = $1 AND p.position > c.position
        AND p.account = ${account} AND p.asset = 'USDT'), 0))::text`;

/** What the agents hold who are on the other side of users. It follows from users' positions alone: each trade has two sides. */
@Injectable()
export class HousePositionQuery {
  private readonly shared = new Map<
    TradingRealm,
    { readonly at: Instant; readonly view: Promise<HousePositionsView | Refusal> }
  >();

  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly writers: Writers,
    private readonly market: BookMarket,
    private readonly facts: ContractFacts,
    private readonly clock: Clock,
  ) {}

  async positions(realm: TradingRealm): Promise<HousePositionsView | Refusal> {
    const at = this.clock.now();
    const known = this.shared.get(realm);
    if (known !== undefined && isFresh(known.at, at, SHARED_MS)) return known.view;
    const view = this.fresh(realm, at);
    this.shared.set(realm, { at, view });
    view.catch(() => this.shared.delete(realm));
    return view;
  }

  private async fresh(realm: TradingRealm, at: Instant): Promise<HousePositionsView | Refusal> {
    const isUpToDate = await this.projections.upToDate(contractTotalsProjection.name, realm);
    return isUpToDate ? this.read(realm, at) : refuse('request.unavailable');
  }

  private async read(realm: TradingRealm, at: Instant): Promise<HousePositionsView> {
    const { rows, ledger, proof } = await this.rows(realm);
    const isOpen = ({ longQuantity, shortQuantity }: ContractTotalsRow) =>
      amount(longQuantity) !== ZERO || amount(shortQuantity) !== ZERO;
    const open = await Promise.all(rows.filter(isOpen).map((row) => this.contract(realm, row, at)));
    const all = sumOf(rows.map(resultsOf));
    const sums = (name: 'notional' | 'unrealisedPnl'): string =>
      format(open.reduce((sum, each) => sum + amount(each[name] ?? '0'), ZERO));
    return {
      realm,
      at,
      contracts: open.sort((one, other) => compare(amount(other.notional ?? '0'), amount(one.notional ?? '0'))),
      over: textsOf(sumOf(rows.filter((row) => !isOpen(row)).map(resultsOf))),
      totals: { ...textsOf(all), notional: sums('notional'), unrealisedPnl: sums('unrealisedPnl') },
      ledger,
      proof,
    };
  }

  /**
   * The rows as of one event, for the read model writes them together with how far it has read, and the ledger as of the same event: two ways
   * to one figure, of which neither is made from the other.
   */
  private async rows(realm: TradingRealm): Promise<Read> {
    const { rows } = await this.pool.query<Proved & Ledger & { totals: ContractTotalsRow[] }>({
      name: 'house-positions',
      text: `SELECT c.position, encode(coalesce((SELECT e.hash FROM events e WHERE e.realm = $1 AND e.position = c.position),
                      decode(repeat('00', 32), 'hex')), 'hex') AS hash,
                    coalesce((SELECT json_agg(t ORDER BY t.symbol) FROM (
                      SELECT ${contractTotals.selected} FROM contract_totals WHERE realm = $1) t), '[]') AS totals,
                    ${heldBy('$3')} AS clearing, ${heldBy('$4')} AS agents
               FROM projection_checkpoints c JOIN projections p ON p.name = c.projection AND p.live_slot = c.slot
              WHERE c.projection = $2 AND c.realm = $1`,
      values: [realm, contractTotalsProjection.name, HOUSE.contractClearing.account, HOUSE.contractAgents.account],
    });
    const [found] = rows;
    if (found === undefined) throw new Error(`no totals of contracts in ${realm}`);
    const { totals, position, hash, clearing, agents } = found;
    return { rows: totals, ledger: { clearing, agents }, proof: { position, hash } };
  }

  private async contract(realm: TradingRealm, row: ContractTotalsRow, at: Instant): Promise<HousePositionView> {
    const { symbol } = row;
    const [long, short] = [amount(row.longQuantity), amount(row.shortQuantity)];
    const mark = await this.mark(realm, symbol, at);
    const agents = short - long;
    const value = mark === undefined ? undefined : rounded(times(agents, mark, 'half-even'));
    const results = resultsOf(row);
    return {
      symbol,
      long: { users: row.longQuantity, agents: format(agents > ZERO ? agents : ZERO) },
      short: { users: row.shortQuantity, agents: format(agents < ZERO ? -agents : ZERO) },
      openInterestMax: this.limit(symbol, at),
      markPrice: mark === undefined ? null : format(mark),
      notional: value === undefined ? null : format(value < ZERO ? -value : value),
      unrealisedPnl: value === undefined ? null : format(value - results.entryCost),
      ...textsOf(results),
    };
  }

  private async mark(realm: TradingRealm, symbol: string, at: Instant): Promise<Amount | undefined> {
    if (isRefusal(this.market.terms(symbol))) return undefined;
    const state = await this.writers.read(realm, contractKind, symbol);
    return this.facts.prices(realm, symbol, at, traceOf(state))?.mark;
  }

  private limit(symbol: string, at: Instant): string | null {
    const terms = this.market.terms(symbol);
    const lots = isRefusal(terms) ? null : this.facts.openInterestCap(symbol, at);
    return lots === null || isRefusal(terms) ? null : format(fromSteps(lots, amount(terms.spec.lotSize)));
  }
}

/** The opposite of what users have. */
function resultsOf({ longEntry, shortEntry, realised, insured, funding, shortfall, fees }: ContractTotalsRow): Sums {
  return {
    entryCost: amount(shortEntry) - amount(longEntry),
    realisedPnl: -amount(realised) - amount(insured),
    funding: amount(funding),
    shortfall: amount(shortfall),
    fees: amount(fees),
  };
}

function sumOf(rows: readonly Sums[]): Sums {
  const sum = (name: keyof Sums): Amount => rows.reduce((total, row) => total + row[name], ZERO);
  return {
    entryCost: sum('entryCost'),
    realisedPnl: sum('realisedPnl'),
    funding: sum('funding'),
    shortfall: sum('shortfall'),
    fees: sum('fees'),
  };
}

function textsOf(sums: Sums): Results {
  const { entryCost, realisedPnl, funding, shortfall, fees } = sums;
  return {
    entryCost: format(entryCost),
    realisedPnl: format(realisedPnl),
    funding: format(funding),
    shortfall: format(shortfall),
    fees: format(fees),
  };
}

const rounded = (value: Amount): Amount => roundTo(value, DECIMALS, 'half-even');
const compare = (one: Amount, other: Amount): number => (one < other ? -1 : one > other ? 1 : 0);
