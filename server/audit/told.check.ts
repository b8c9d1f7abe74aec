import { underlyingOf } from '../../shared/contract-symbol.js';
import { amount } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import type { PriceAudit, PricedFact, PublicPrices } from '../core/price-audit.js';
import { declared } from '../features.js';
import { epochOf } from '../market/simulator/epochs.js';
import type { MarketSource } from '../market/simulator/market-source.js';
import { SeededBook } from './book-prices.js';
import { inForce, type Revision } from './conversion.check.js';
import { inRealm, modelOf, type Market, type MarketDifference, type RecordedClose } from './market.check.js';

/** What somebody was told because of a public price, and where that stands. */
interface RecordedFact extends PricedFact {
  readonly what: PriceAudit['what'];
  readonly realm: string;
  readonly position: number;
  /** When it was told: later than it was reached, after a standstill much later. */
  readonly toldAt: number;
}
export type ToldFacts = readonly RecordedFact[];

/** Gathers what people of one realm were told of prices, event by event. */
export class Told {
  readonly recorded: RecordedFact[] = [];
  private readonly audits = declared.flatMap(({ priceAudit }) =>
    priceAudit === undefined ? [] : [{ what: priceAudit.what, audit: priceAudit.begin() }],
  );

  constructor(
    private readonly realm: string,
    private readonly wanted: (at: number) => boolean,
  ) {}

  take(event: RecordedEvent): void {
    for (const { what, audit } of this.audits) {
      const fact = audit.take(event);
      const { at: toldAt, position } = event;
      if (fact !== undefined && this.wanted(toldAt))
        this.recorded.push({ ...fact, what, realm: this.realm, position, toldAt });
    }
  }
}

interface Known {
  readonly revisions: ReadonlyMap<string, readonly Revision[]>;
  /** What corporate actions gave another scale. */
  readonly closes: readonly RecordedClose[];
  readonly halts: {
    halts(symbol: string, at: number): boolean;
    settledFrom(symbol: string): number | undefined;
  };
}

/** Everything that was told of prices, again. What was public before a dividend or a split is of the version before. */
export function auditTold(market: Market, known: Known, recorded: ToldFacts): MarketDifference[] {
  const priced = new Priced(market, known);
  return recorded.flatMap((fact) => {
    const { what, realm, position, symbol, reachedAt, toldAt, found } = fact;
    const specs = inForce(known.revisions, underlyingOf(symbol), toldAt);
    // Where a revision fell into the same moment, either version may have been looked at.
    const expected = [0, -1].map((last) => {
      const spec = specs.at(last);
      return spec ? fact.expected(priced.pricesOf(spec, realm, symbol)) : 'a listed instrument';
    });
    if (expected.includes(found)) return [];
    const place = { epoch: epochOf(reachedAt, market.epochMs), symbol, at: reachedAt, realm, position };
    return [{ what, ...place, expected: expected[0] ?? '', found }];
  });
}

type Spec = NonNullable<Revision['spec']>;

/** The public prices of every version, each computed by one model. */
class Priced {
  private readonly models = new Map<Spec, MarketSource>();
  private readonly books = new Map<Spec, Map<string, SeededBook>>();

  constructor(
    private readonly market: Market,
    private readonly known: Known,
  ) {}

  pricesOf(current: Spec, realm: string, bookSymbol: string): PublicPrices {
    const { symbol, tickSize } = current;
    const versions = this.market.specs.get(symbol);
    const actions = this.known.closes.filter((close) => close.symbol === symbol);
    const past = actions
      .filter(({ kind }) => kind !== 'delisting')
      .map(({ pricedFrom, version }) => ({ until: pricedFrom, spec: versions?.get(version - 1) ?? current }));
    return {
      tick: amount(tickSize),
      actions,
      haltedAt: (contract) => this.known.halts.settledFrom(contract),
      isHalted: (contract, at) => this.known.halts.halts(contract, at),
      book: this.bookOf(current, realm, bookSymbol),
      scaleAt: (at) => {
        const { until, spec } = past.find((scale) => at < scale.until) ?? { until: Infinity, spec: current };
        const model = inRealm(this.market, realm, this.model(spec));
        return { until, candles: ({ period, ...range }) => model.candles(symbol, period, range) };
      },
    };
  }

  private bookOf(spec: Spec, realm: string, symbol: string): SeededBook {
    const key = `${realm} ${symbol}`;
    const ofSpec = this.books.get(spec) ?? new Map<string, SeededBook>();
    const isHalted = (at: number): boolean => this.known.halts.halts(symbol, at);
    const book =
      ofSpec.get(key) ??
      new SeededBook({ market: this.market, realm, symbol, spec, model: this.model(spec), isHalted });
    this.books.set(spec, ofSpec.set(key, book));
    return book;
  }

  private model(spec: Spec): MarketSource {
    const model = this.models.get(spec) ?? modelOf(this.market, [spec]);
    this.models.set(spec, model);
    return model;
  }
}
