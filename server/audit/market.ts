import type { Pool, PoolClient } from 'pg';
import { underlyingOf } from '../../shared/contract-symbol.js';
import type { InstrumentSpec } from '../../contracts/instrument.contract.js';
import type { PublishedTerms } from '../core/history-audit.js';
import { decode } from '../engine/history/codec.js';
import { upcast } from '../engine/history/event-types.js';
import { ContractHalts } from '../market/contract-halt/contract-halts.js';
import type { CorporateActionEffective } from '../market/corporate-action/corporate-action.events.js';
import type { InstrumentVersion } from '../market/instrument/instrument.events.js';
import type { EpochCommitted, EpochRevealed, MarketOpened } from '../market/market-epoch/market-epoch.events.js';
import type { FlowOffsets } from '../market/flow-offset/flow-offsets.js';
import type { MarketCalendar } from '../market/simulator/market-calendar.js';
import type { PublishedEpoch } from '../market/simulator/audit.js';
import type { Heads } from '../market/market-epoch/beacon.rules.js';
import { AgentFills, type DisorderedBeat, type LocatedFill } from './agent-fills.js';
import { FlowCheck } from './flow.check.js';
import { PushCheck } from './push.check.js';
import { onSnapshot, pagesOf } from './history.js';
import { auditFundings } from './funding.check.js';
import { auditTold, Told, type ToldFacts } from './told.check.js';
import { auditVolatilities } from './volatility.check.js';
import { auditImpacts, auditTriggers, type RecordedImpact, type RecordedTrigger } from './mark.check.js';
import { auditConversions, Conversions, type RecordedTerms, type Revision } from './conversion.check.js';
import { auditCustodyRates, readCustodyRates } from './custody.check.js';
import { auditFunds, readStrikes } from './fund.check.js';
import { auditNewCoins, readNewCoins } from './new-coin.check.js';
import { auditOptions, Options, type RecordedOption } from './option.check.js';
import { auditPromise, type Promised } from './beacon.check.js';
import { readPublished } from './fee.check.js';
import {
  auditCloses,
  auditFills,
  auditSeeds,
  disorderOf,
  samplePrices,
  type Market,
  type MarketDifference,
  type RecordedClose,
} from './market.check.js';

interface MarketAuditOptions {
  readonly pool: Pool;
  readonly epoch: number | 'all';
  readonly calendars: readonly MarketCalendar[];
  /** Only these instruments; all by default. */
  readonly symbols?: readonly string[];
  /** Instruments that are driven by a replayed series, which no seed can give. */
  readonly replayed?: readonly string[];
  readonly now: number;
  readonly progress?: (realm: string, position: number, head: number) => void;
}

export interface MarketAudit {
  readonly equal: boolean;
  readonly epochs: readonly number[];
  readonly checked: {
    readonly prices: number;
    readonly premiums: number;
    readonly volatilities: number;
    readonly fills: number;
    readonly closes: number;
    readonly conversions: number;
    readonly options: number;
    /** Daily rates of custody. */
    readonly custody: number;
    /** Opening prices of new coins. */
    readonly newCoins: number;
    /** Closes and dates of rebalancing of funds. */
    readonly funds: number;
    readonly alerts: number;
    /** Marks, fundings, settlements and corporate actions of contracts. */
    readonly contracts: number;
    /** Stored candles of users' trades. */
    readonly candles: number;
  };
  readonly differences: readonly MarketDifference[];
  /** What is no difference and should be known. */
  readonly notes: readonly string[];
  readonly seconds: number;
}

/** The house's published facts about prices: promises, seeds and every version of the catalogue. */
interface HouseFacts {
  opened: MarketOpened | null;
  readonly epochs: Map<number, Promised>;
  readonly specs: Map<string, Map<number, InstrumentSpec>>;
  readonly revisions: Map<string, Revision[]>;
  readonly closes: RecordedClose[];
  readonly halts: ContractHalts;
}

/**
 * Recomputes what was promised, priced and filled in epochs that are over, from what was revealed of them. Secrets that were
 * not revealed are not read: who has the database alone can do it as well.
 */
export async function auditMarket(options: MarketAuditOptions): Promise<MarketAudit | string> {
  const startedAt = performance.now();
  return onSnapshot(options.pool, async (client) => {
    const facts = await readHouse(client);
    const { opened, revisions } = facts;
    const published = await readPublished(client);
    if (opened === null) return 'The market has not been opened: there is nothing to recompute.';
    const chosen = chosenOf(facts, options);
    if (typeof chosen === 'string') return chosen;
    const fundamental = fundamentalOf(opened, facts, options);
    const differences = auditSeeds(fundamental);
    const notes: string[] = [];
    for (const promised of chosen) differences.push(...(await auditPromise(client, promised, notes)));
    const read = await readFills(client, chosen, options, notes);
    const { fills, disordered, impacts, triggers, conversions, options: bets, alerts, flow, offsets } = read;
    const countOf = (noun: 'alert' | 'contract') => alerts.filter(({ what }) => what === noun).length;
    const market: Market = { ...fundamental, offsets };
    // Without the promised seeds no price can be checked.
    const seedsHold = differences.every(({ what }) => what !== 'commitment' && what !== 'chain' && what !== 'anchor');
    const drawn = drawnFrom(market, seedsHold ? chosen : []);
    differences.push(...drawn.differences, ...(seedsHold ? auditFills(market, fills) : []));
    if (seedsHold) differences.push(...auditImpacts(market, impacts), ...auditTriggers(market, triggers));
    if (seedsHold) differences.push(...auditConversions(market, { revisions, published }, conversions));
    if (seedsHold) differences.push(...auditOptions(market, { revisions, published }, bets));
    if (seedsHold) differences.push(...auditTold(market, facts, alerts));
    const revealed = seedsHold ? chosen : [];
    const custody = auditCustodyRates(revealed, opened.epochMs, await readCustodyRates(client));
    const newCoins = auditNewCoins(revealed, opened.epochMs, await readNewCoins(client));
    const fromSeeds = (symbol: string): boolean => isAsked(options, symbol) && !options.replayed?.includes(symbol);
    const held = { revisions, published, closes: facts.closes, isAsked: fromSeeds };
    const funds = auditFunds(fundamental, held, revealed, await readStrikes(client));
    differences.push(...custody.differences, ...newCoins.differences, ...funds.differences);
    const closes = facts.closes.filter(
      ({ symbol, dueAt }) =>
        isAsked(options, symbol) && chosen.some(({ startsAt, endsAt }) => dueAt >= startsAt && dueAt < endsAt),
    );
    if (seedsHold) differences.push(...auditCloses(market, closes));
    differences.push(...disorderOf(market, disordered), ...flow.differences);
    return {
      equal: differences.length === 0,
      epochs: chosen.map(({ epoch }) => epoch),
      checked: {
        ...drawn.checked,
        fills: seedsHold ? fills.length : 0,
        closes: seedsHold ? closes.length : 0,
        conversions: seedsHold ? conversions.length : 0,
        options: seedsHold ? bets.length : 0,
        custody: custody.checked,
        newCoins: newCoins.checked,
        funds: funds.checked,
        alerts: seedsHold ? countOf('alert') : 0,
        contracts: seedsHold ? countOf('contract') : 0,
        candles: flow.checked,
      },
      differences,
      notes,
      seconds: (performance.now() - startedAt) / 1000,
    };
  });
}

/** The epochs to check, or why there are none. */
function chosenOf({ specs, epochs }: HouseFacts, options: MarketAuditOptions): Promised[] | string {
  const unknown = options.symbols?.find((symbol) => !specs.has(symbol));
  if (unknown !== undefined) return `There is no instrument ${unknown}.`;
  const revealed = revealedOf(epochs);
  const chosen = options.epoch === 'all' ? revealed : revealed.filter(({ epoch }) => epoch === options.epoch);
  if (options.epoch !== 'all' && chosen.length === 0) return whyNot(epochs.get(options.epoch), options);
  return chosen.length === 0 ? 'No epoch is over and revealed yet.' : chosen;
}

function revealedOf(epochs: HouseFacts['epochs']): Promised[] {
  return [...epochs.values()].filter(({ seed }) => seed !== null).sort((a, b) => a.epoch - b.epoch);
}

function fundamentalOf(
  { launchAt, epochMs, firstEpoch, anchor }: MarketOpened,
  { specs, epochs }: HouseFacts,
  { calendars, symbols }: MarketAuditOptions,
): Market {
  return {
    launchAt,
    epochMs,
    calendars,
    specs,
    epochs: revealedOf(epochs).map(({ epoch, commitment, beacon, seed }): PublishedEpoch => ({
      epoch,
      commitment,
      beacon,
      seed: seed ?? '',
    })),
    anchor: { epoch: firstEpoch, hash: anchor },
    ...(symbols && { asked: symbols }),
  };
}

const isAsked = ({ symbols }: MarketAuditOptions, symbol: string): boolean =>
  symbols?.includes(underlyingOf(symbol)) ?? true;

/** Samples of everything that seeds alone give. */
function drawnFrom(market: Market, chosen: readonly Promised[]) {
  if (chosen.length === 0) return { checked: { prices: 0, premiums: 0, volatilities: 0 }, differences: [] };
  const prices = samplePrices(market, chosen);
  const premiums = auditFundings(market, chosen);
  const volatilities = auditVolatilities(market, chosen);
  return {
    checked: { prices: prices.checked, premiums: premiums.checked, volatilities: volatilities.checked },
    differences: [...prices.differences, ...premiums.differences, ...volatilities.differences],
  };
}

function whyNot(promised: Promised | undefined, { epoch, now }: MarketAuditOptions): string {
  if (promised === undefined) return `Epoch ${epoch} was never promised.`;
  const end = new Date(promised.endsAt).toISOString();
  if (now < promised.endsAt) return `Epoch ${epoch} is not over: it ends at ${end}, and its seed is shown after that.`;
  return `Epoch ${epoch} ended at ${end}, and its seed has not been shown yet.`;
}

async function readHouse(client: PoolClient): Promise<HouseFacts> {
  const facts: HouseFacts = {
    opened: null,
    epochs: new Map(),
    specs: new Map(),
    revisions: new Map(),
    closes: [],
    halts: new ContractHalts(),
  };
  let headsBefore: Heads = { demo: '', real: '' };
  for await (const rows of pagesOf(client, 'house')) {
    for (const row of rows) {
      const { type, data, at, position } = decode(row);
      if (type === 'MarketOpened') {
        facts.opened = data as MarketOpened;
        headsBefore = facts.opened.heads;
      }
      if (type === 'CorporateActionEffective') facts.closes.push({ ...(data as CorporateActionEffective), position });
      facts.halts.take({ type, data, at });
      if (type === 'EpochCommitted') {
        const committed = data as EpochCommitted;
        facts.epochs.set(committed.epoch, { ...committed, promisedAt: at, headsBefore, seed: null });
        headsBefore = committed.heads;
      }
      if (type === 'EpochRevealed') {
        const { epoch, seed } = data as EpochRevealed;
        const promised = facts.epochs.get(epoch);
        if (promised !== undefined) facts.epochs.set(epoch, { ...promised, seed });
      }
      if (type === 'InstrumentListed' || type === 'InstrumentRevised') {
        const { version, spec } = data as InstrumentVersion;
        const versions = facts.specs.get(spec.symbol) ?? new Map<number, InstrumentSpec>();
        facts.specs.set(spec.symbol, versions.set(version, spec));
        facts.revisions.set(spec.symbol, [...(facts.revisions.get(spec.symbol) ?? []), { at, spec }]);
      }
    }
  }
  return facts;
}

/** The class of every instrument, as it was listed last, and since when its assets have had one. */
export async function readInstruments(client: PoolClient): Promise<Pick<PublishedTerms, 'classes' | 'assetsSince'>> {
  const { rows } = await client.query<{ type: string; schema: number; data: string; at: number }>(
    `SELECT type, schema, data, at FROM events
      WHERE realm = 'house' AND type IN ('InstrumentListed', 'InstrumentRevised') ORDER BY position`,
  );
  const classes = new Map<string, string>();
  const assetsSince = new Map<string, number>();
  for (const { type, schema, data, at } of rows) {
    try {
      const { spec } = upcast(type, schema, JSON.parse(data)).data as InstrumentVersion;
      classes.set(spec.symbol, spec.class);
      for (const asset of [spec.base, spec.quote]) assetsSince.set(asset, assetsSince.get(asset) ?? at);
    } catch {
      // What cannot be read is a finding of its own.
    }
  }
  return { classes, assetsSince };
}

interface Gathered {
  readonly fills: LocatedFill[];
  readonly disordered: DisorderedBeat[];
  readonly impacts: RecordedImpact[];
  readonly triggers: RecordedTrigger[];
  readonly conversions: RecordedTerms[];
  readonly options: RecordedOption[];
  readonly offsets: ReadonlyMap<string, FlowOffsets>;
  readonly alerts: ToldFacts;
  readonly flow: { readonly checked: number; readonly differences: readonly MarketDifference[] };
}

async function readFills(
  client: PoolClient,
  chosen: readonly Promised[],
  options: MarketAuditOptions,
  notes: string[],
): Promise<Gathered> {
  const fills: LocatedFill[] = [];
  const impacts: RecordedImpact[] = [];
  const triggers: RecordedTrigger[] = [];
  const conversions: RecordedTerms[] = [];
  const bets: RecordedOption[] = [];
  const told: ToldFacts[] = [];
  const disordered: DisorderedBeat[] = [];
  const wanted = (at: number): boolean => chosen.some(({ startsAt, endsAt }) => at >= startsAt && at < endsAt);
  const until = Math.max(...chosen.map(({ endsAt }) => endsAt));
  const offsets = new Map<string, FlowOffsets>();
  const flow = { checked: 0, differences: [] as MarketDifference[] };
  for (const realm of ['demo', 'real']) {
    const gathered = new AgentFills(realm, wanted);
    const converted = new Conversions(realm, wanted);
    const bought = new Options(realm, wanted);
    const ofPrices = new Told(realm, wanted);
    const flows = new FlowCheck(realm, chosen);
    const pushes = new PushCheck(realm, chosen);
    const readers = [gathered, converted, bought, ofPrices, flows, pushes];
    pages: for await (const rows of pagesOf(client, realm)) {
      for (const row of rows) {
        if (row.at >= until && !bought.isWaiting) break pages;
        const event = decode(row);
        if (row.at >= until) {
          bought.take(event);
          continue;
        }
        for (const reader of readers) reader.take(event);
      }
      options.progress?.(realm, rows.at(-1)?.position ?? 0, rows.at(-1)?.position ?? 0);
    }
    const checkedFlow = await flows.finish(client);
    flow.checked += checkedFlow.checked;
    flow.differences.push(...checkedFlow.differences);
    flow.differences.push(...(await pushes.finish(client, await flows.shownTo(client))));
    offsets.set(realm, pushes.offsets);
    notes.push(...checkedFlow.notes);
    fills.push(...gathered.finish());
    conversions.push(...converted.recorded);
    bets.push(...bought.recorded);
    told.push(ofPrices.recorded);
    disordered.push(...gathered.disordered);
    impacts.push(...gathered.impacts);
    triggers.push(...gathered.triggers);
  }
  return checkable(
    { fills, impacts, triggers, conversions, options: bets, alerts: told.flat(), disordered, flow, offsets },
    options,
    notes,
  );
}

/** What of it seeds can give, of the instruments that are asked for. */
function checkable(gathered: Gathered, options: MarketAuditOptions, notes: string[]): Gathered {
  const { fills, impacts, triggers, conversions, options: bets, alerts, disordered, flow } = gathered;
  const replayed = new Set(options.replayed);
  const left = fills.filter(({ symbol }) => replayed.has(underlyingOf(symbol)));
  if (left.length > 0)
    notes.push(`${left.length} fills of replayed instruments are not from seeds: ${[...replayed].join(', ')}`);
  const ofAsked = ({ symbol = '' }: { symbol?: string }): boolean => isAsked(options, symbol);
  const fromSeeds = (one: { symbol: string }): boolean => !replayed.has(underlyingOf(one.symbol)) && ofAsked(one);
  return {
    ...gathered,
    fills: fills.filter(fromSeeds),
    impacts: impacts.filter(fromSeeds),
    triggers: triggers.filter(fromSeeds),
    conversions: conversions.filter(({ legs, to }) => {
      const symbols = [...legs, to].map(({ symbol }) => symbol ?? '');
      return symbols.every((symbol) => !replayed.has(symbol)) && symbols.some((symbol) => isAsked(options, symbol));
    }),
    options: bets.filter(fromSeeds),
    alerts: alerts.filter(fromSeeds),
    disordered: disordered.filter(ofAsked),
    flow: { ...flow, differences: flow.differences.filter(ofAsked) },
  };
}
