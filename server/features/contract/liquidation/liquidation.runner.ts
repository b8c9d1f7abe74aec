import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { isRaised } from '../../../../shared/margin-brackets.js';
import { marginBrackets, type MarginTerms, type PositionSide } from '../../../../shared/margin.js';
import { amount, format, fromSteps, type Amount } from '../../../../shared/money.js';
import { Clock } from '../../../core/clock.js';
import { Commands, type HouseCommand } from '../../../core/command.js';
import type { RecordedEvent } from '../../../core/event.js';
import { Ids } from '../../../core/ids.js';
import { BeatSteps, type BeatStep } from '../../../core/ports/beat-steps.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { isRefusal } from '../../../core/refusal.js';
import { userOf } from '../../../engine/ledger/chart.js';
import { isAway } from '../../../engine/history/away.js';
import { Writers } from '../../../engine/writer/writers.js';
import { BookMarket, instantOf } from '../../../market/book-market.js';
import { hasPositionsOpen, MARKET_ACTOR, traceOf, type BookState } from '../../../trading/venue/book.state.js';
import { contractKind } from '../contract.product.js';
import { bracketsOf, opensAgain } from '../contract.rules.js';
import type { ContractFunded } from '../funding/funding.events.js';
import { fundingKind } from '../funding/funding.state.js';
import {
  GrantInsuranceFund,
  LiquidatePosition,
  WarnOfBrackets,
  WarnOfGap,
  WarnPosition,
  type LiquidationAnswer,
} from './liquidation.commands.js';
import { LiquidationTermsSource, type LiquidationTerms } from './liquidation.terms.js';
import type { HoldingFacts } from '../position/position.events.js';
import { PositionWatch, type WatchTerms } from './position-watch.js';
import { contractOf, holdingFrom, positionKind } from '../position/position.state.js';

const SIDES = ['long', 'short'] as const;
/** Commands that are on their way together; the writer takes them as one batch. */
const TOGETHER = 50;
/** A crash reaches thousands at once. The others follow at the next beat, so that orders come in between. */
const LIQUIDATIONS_PER_BEAT = 500;
/** More than brackets, and orders that meet as many makers as one command may. What is left goes on at the next beat. */
const STEPS_PER_BEAT = 20;
/** Policies are looked at so often. */
const TERMS_EVERY_BEATS = 20;
/** In the hour before margins are raised for a close, and the day before new brackets, those who would be short are looked for so often. */
const LOOK_EVERY_MS = 10 * 60_000;
/** Positions that are read, or judged anew, before others get their turn. */
const PER_TURN = 200;

interface Watched {
  readonly watch: PositionWatch;
  terms: LiquidationTerms;
  /** Of the terms that the watch judges by, and whether they were raised for a close. */
  version: string;
  /** When it was last looked for those who would be short of a close. */
  gapLookedAt: number;
  /** The same of coming brackets. */
  bracketsLookedAt: number;
}

/** A position event that says what the position is now. */
interface Moved {
  readonly ownerId: string;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly after: HoldingFacts;
}

/**
 * Liquidates whom the mark price of a beat reaches, and warns those whom it comes near. It follows the history of positions, so a beat that
 * reaches nobody costs a comparison for each side. What was begun stands in the history, so after a restart it goes on.
 */
@Injectable()
export class LiquidationRunner implements BeatStep, OnModuleInit {
  private readonly watched = new Map<string, Watched>();
  private readonly log = new Logger('Liquidations');

  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'peek' | 'read'> & {
      readonly store: Pick<Writers['store'], 'subscribe'>;
    },
    private readonly commands: Commands,
    private readonly market: BookMarket,
    private readonly terms: LiquidationTermsSource,
    private readonly steps: BeatSteps,
    private readonly clock: Clock,
    private readonly ids: Ids,
    @Inject(ContractFacts) private readonly facts: Pick<ContractFacts, 'prices'>,
  ) {}

  onModuleInit(): void {
    this.steps.register('liquidation', this);
    this.writers.store.subscribe((realm, events) => {
      for (const event of events) this.take(realm, event);
    });
  }

  hasWork(realm: TradingRealm, symbol: string): boolean {
    const state = this.bookOf(realm, symbol);
    return state !== undefined && hasPositionsOpen(state.book);
  }

  async run(realm: TradingRealm, symbol: string, beat: number): Promise<boolean> {
    try {
      const watched = await this.watchOf(realm, symbol, beat);
      if (watched === undefined) return true;
      const mark = this.markAt(realm, symbol, beat);
      if (mark !== undefined) {
        for (const side of SIDES) if (!(await this.liquidate(realm, { symbol, side, beat }, watched))) return false;
        for (const side of SIDES) await this.warn(realm, { symbol, side, beat }, watched);
        await this.warnOfGap(realm, { symbol, beat }, watched, mark);
      }
      await this.warnOfBrackets(realm, { symbol, beat }, watched);
      return true;
    } catch (error) {
      // A mistake of ours in one contract holds up its book, and no other.
      if (!isAway(error))
        this.log.error(`${realm} ${symbol} at beat ${beat}: ${error instanceof Error ? error.stack : String(error)}`);
      return false;
    }
  }

  /** Where a position stands in the queue of deleveraging; `undefined` before the first beat since the start of the server. */
  rankOf(realm: string, { symbol, side, ownerId }: Omit<Position, 'beat'>, look: { mark: Amount; at: number }) {
    return this.watched.get(`${realm} ${symbol}`)?.watch.rankOf(ownerId, side, look);
  }

  /** Whose position on a side is nearest to liquidation, the nearest first; `undefined` where nobody has judged the contract yet. */
  nearest({ realm, symbol }: { readonly realm: string; readonly symbol: string }, side: PositionSide, count: number) {
    return this.watched.get(`${realm} ${symbol}`)?.watch.nearest(side, count);
  }

  /** Nearest first, until the mark reaches nobody who was not looked at in this beat. Who buys from one may be the next. */
  private async liquidate(realm: TradingRealm, place: Place, { watch, terms }: Watched): Promise<boolean> {
    const looked = new Set<string>();
    for (;;) {
      const mark = await this.caughtUp(realm, place, watch);
      if (mark === undefined || looked.size >= LIQUIDATIONS_PER_BEAT) return true;
      const reached = watch.liquidatedAt(place.side, mark).filter((ownerId) => !looked.has(ownerId));
      const some = reached.slice(0, TOGETHER);
      if (some.length === 0) return true;
      for (const ownerId of some) looked.add(ownerId);
      const done = await Promise.all(some.map((ownerId) => this.liquidateOne(realm, { ...place, ownerId }, terms)));
      if (done.includes(false)) return false;
    }
  }

  /** The mark price of the beat, once the watch is up to date with it: what is traded meanwhile may move it. */
  private async caughtUp(realm: TradingRealm, { symbol, side, beat }: Place, watch: PositionWatch) {
    for (;;) {
      const mark = this.markAt(realm, symbol, beat);
      if (mark === undefined) return undefined;
      await inTurns(watch.catchUp(side, mark));
      if (this.markAt(realm, symbol, beat) === mark) return mark;
    }
  }

  private async liquidateOne(realm: TradingRealm, position: Position, terms: LiquidationTerms): Promise<boolean> {
    const { margin, fees, rules, insurance } = terms;
    for (let step = 1; step <= STEPS_PER_BEAT; step += 1) {
      const data = { ...named(position), margin, fees, rules, insurance, orderId: this.ids.next('o') };
      const answer = await this.send<LiquidationAnswer>(new LiquidatePosition(this.context(realm), data));
      if (answer === undefined) return false;
      if (answer.step === 'none' || answer.step === 'take-over') return true;
    }
    const { ownerId, symbol, side, beat } = position;
    this.log.error(`${ownerId} ${side} ${symbol} is not liquidated after ${STEPS_PER_BEAT} steps of beat ${beat}`);
    return true;
  }

  /** A warning that cannot be sent now is sent again when the price comes near again; nothing waits for it. */
  private async warn(realm: TradingRealm, place: Place, { watch, terms }: Watched): Promise<void> {
    const { margin, fees, rules } = terms;
    const mark = await this.caughtUp(realm, place, watch);
    if (mark === undefined) return;
    const owners = watch.warnedAt(place.side, mark);
    const judged = owners.map((ownerId) => ({ ...named({ ...place, ownerId }), margin, fees, rules }));
    await this.sendAll(judged.map((data) => new WarnPosition(this.context(realm), data)));
  }

  /** Before margins are raised for a close, those who would be short of them. */
  private async warnOfGap(realm: TradingRealm, { symbol, beat }: Omit<Place, 'side'>, watched: Watched, mark: Amount) {
    const { margin, fees, rules } = watched.terms;
    const [{ gap }, at] = [margin, instantOf(beat)];
    if (gap === null || at >= gap.raisesAt || at - watched.gapLookedAt < LOOK_EVERY_MS) return;
    watched.gapLookedAt = at;
    const terms = { brackets: bracketsOf(margin, gap.raisesAt), takerRate: amount(fees.taker) };
    for (const side of SIDES) {
      const owners = await shortOf(watched.watch, { side, mark, terms });
      const judged = owners.map((ownerId) => ({ ...named({ symbol, side, beat, ownerId }), margin, fees, rules }));
      await this.sendAll(judged.map((data) => new WarnOfGap(this.context(realm), data)));
    }
  }

  /** Within the notice of new brackets, those whom they would liquidate, whether the market is open or not. */
  private async warnOfBrackets(realm: TradingRealm, place: Omit<Place, 'side'>, watched: Watched): Promise<void> {
    const { margin, fees, rules } = watched.terms;
    const [{ symbol, beat }, at] = [place, instantOf(place.beat)];
    if (margin.coming.length === 0 || at - watched.bracketsLookedAt < LOOK_EVERY_MS) return;
    const known = this.knownMark(realm, symbol, beat);
    if (known === undefined) return;
    watched.bracketsLookedAt = at;
    for (const { version, brackets } of margin.coming.filter((table) => at < table.from))
      for (const side of SIDES) {
        const terms = { brackets: marginBrackets(brackets), takerRate: amount(fees.taker) };
        const short = await shortOf(watched.watch, { side, mark: known.mark, terms });
        const owners = short.filter((ownerId) => !this.isWarnedOf(version, realm, { symbol, side, ownerId }));
        const judged = { margin, fees, rules, version, shutMark: known.shutMark };
        const data = owners.map((ownerId) => ({ ...named({ ...place, side, ownerId }), ...judged }));
        await this.sendAll(data.map((each) => new WarnOfBrackets(this.context(realm), each)));
      }
  }

  /** As far as it is loaded; the command looks again. */
  private isWarnedOf(version: number, realm: TradingRealm, { symbol, side, ownerId }: Omit<Position, 'beat'>): boolean {
    const state = this.writers.peek(realm, positionKind, ownerId);
    return state !== undefined && contractOf(state, symbol).bracketsWarned[side].includes(version);
  }

  /** The mark price of a beat; while the market is shut for a time that of before, which is handed in. */
  private knownMark(realm: TradingRealm, symbol: string, beat: number) {
    const mark = this.markAt(realm, symbol, beat);
    if (mark !== undefined) return { mark, shutMark: null };
    const state = this.bookOf(realm, symbol);
    if (state === undefined) return undefined;
    const [at, trace] = [instantOf(beat), traceOf(state)];
    const moment = this.market.in(realm).moment(symbol, at, trace);
    const prices = isRefusal(moment) && !opensAgain(moment) ? null : this.facts.prices(realm, symbol, at, trace);
    return prices === null ? undefined : { mark: prices.mark, shutMark: format(prices.mark) };
  }

  private async sendAll(commands: readonly HouseCommand<unknown, null>[]): Promise<void> {
    for (let from = 0; from < commands.length; from += TOGETHER)
      await Promise.all(commands.slice(from, from + TOGETHER).map((command) => this.send(command)));
  }

  /** `undefined`: the market is shut, in a call or halted. */
  private markAt(realm: TradingRealm, symbol: string, beat: number): Amount | undefined {
    const state = this.bookOf(realm, symbol);
    if (state === undefined || state.sizes === null) return undefined;
    const moment = this.market.in(realm).moment(symbol, instantOf(beat), traceOf(state));
    if (isRefusal(moment) || moment.phase === 'call') return undefined;
    return fromSteps(moment.markTicks, state.sizes.tick);
  }

  /** `undefined`: nobody judges a contract that has no terms any more. */
  private async watchOf(realm: TradingRealm, symbol: string, beat: number): Promise<Watched | undefined> {
    const known = this.watched.get(`${realm} ${symbol}`);
    const at = instantOf(beat);
    const terms = known !== undefined && beat % TERMS_EVERY_BEATS !== 0 ? known.terms : this.terms.of(symbol, at);
    if (isRefusal(terms)) return undefined;
    const version = versionOf(terms, at);
    if (known !== undefined) known.terms = terms;
    if (known?.version === version) return known;
    // So that what it has is public before the first liquidation.
    await this.send(new GrantInsuranceFund(this.context(realm), { realm, insurance: terms.insurance }));
    if (known === undefined) return this.load(realm, symbol, terms, at);
    known.version = version;
    await inTurns(known.watch.judgeBy(watchTerms(terms, at)));
    return known;
  }

  /** From the streams of those who have lots in the book. What happens meanwhile is taken up as it comes. */
  private async load(realm: TradingRealm, symbol: string, terms: LiquidationTerms, at: number): Promise<Watched> {
    const { book, sizes } = this.bookOf(realm, symbol) as BookState;
    if (sizes === null || book.positions === null) throw new Error(`${symbol} has positions and no sizes`);
    // No funding is charged while a beat looks for liquidations.
    const { index } = await this.writers.read(realm, fundingKind, symbol);
    const watch = new PositionWatch(sizes.lot, watchTerms(terms, at), index);
    const watched = {
      watch,
      terms,
      version: versionOf(terms, at),
      gapLookedAt: -Infinity,
      bracketsLookedAt: -Infinity,
    };
    const key = `${realm} ${symbol}`;
    this.watched.set(key, watched);
    const owners = book.positions.names();
    try {
      for (let from = 0; from < owners.length; from += PER_TURN) {
        const some = owners.slice(from, from + PER_TURN);
        await Promise.all(some.map((owner) => this.loadOne(realm, symbol, owner, watched)));
        // What is loaded already is read without a turn for anybody else.
        await new Promise(setImmediate);
      }
    } catch (error) {
      this.watched.delete(key);
      throw error;
    }
    return watched;
  }

  private async loadOne(realm: TradingRealm, symbol: string, ownerId: string, { watch }: Watched): Promise<void> {
    const position = contractOf(await this.writers.read(realm, positionKind, ownerId), symbol);
    for (const side of SIDES) watch.set(ownerId, side, position[side], position.warnedAt[side] > 0);
  }

  private take(realm: string, { stream, type, data }: RecordedEvent): void {
    if (type === 'ContractFunded') {
      const { symbol, index } = data as ContractFunded;
      return this.watched.get(`${realm} ${symbol}`)?.watch.charged(amount(index));
    }
    if (!stream.startsWith(`${positionKind.name}-`)) return;
    const { symbol } = data as { readonly symbol?: string };
    const watched = symbol === undefined ? undefined : this.watched.get(`${realm} ${symbol}`);
    if (watched === undefined) return;
    const { ownerId, side, after } = data as Partial<Moved>;
    if (ownerId !== undefined && side !== undefined && after !== undefined)
      watched.watch.set(ownerId, side, holdingFrom(side, after));
  }

  private bookOf(realm: TradingRealm, symbol: string): BookState | undefined {
    return this.writers.peek(realm, contractKind, symbol);
  }

  /** `undefined`: it was refused, and is sent again at the next look. */
  private async send<Answer>(command: HouseCommand<unknown, Answer>): Promise<Answer | undefined> {
    const result = await this.commands.execute(command);
    return result.ok ? result.answer : undefined;
  }

  private context(realm: TradingRealm) {
    return { realm, at: this.clock.now(), actor: MARKET_ACTOR };
  }
}

/** Goes through all of it, and lets others have their turn in between. */
async function inTurns<Each>(all: Iterable<Each>, each: (one: Each) => void = () => undefined): Promise<void> {
  let looked = 0;
  for (const one of all) {
    each(one);
    if ((looked += 1) % PER_TURN === 0) await new Promise(setImmediate);
  }
}

/** Who would be closed, wholly or in part, if a side were judged by other terms. */
async function shortOf(
  watch: PositionWatch,
  { side, mark, terms }: { readonly side: PositionSide; readonly mark: Amount; readonly terms: MarginTerms },
): Promise<string[]> {
  const owners: string[] = [];
  await inTurns(watch.shortOf(side, mark, terms), (ownerId) => void (ownerId !== null && owners.push(ownerId)));
  return owners;
}

interface Place {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly beat: number;
}
interface Position extends Place {
  readonly ownerId: string;
}

const named = ({ symbol, side, beat, ownerId }: Position) => ({
  symbol,
  side,
  beat,
  ownerId,
  userId: userOf(ownerId),
});

function watchTerms({ margin, fees, rules }: LiquidationTerms, at: number): WatchTerms {
  const takerRate = amount(fees.taker);
  return {
    brackets: marginBrackets(margin.brackets),
    takerRate,
    warningAt: amount(rules.warningAt),
    raised: isRaised(margin.gap, at) ? { brackets: bracketsOf(margin, at), takerRate } : null,
  };
}

/** Of what a watch judges by at an instant: the policies, and the close that margins are raised for. */
const versionOf = ({ margin, fees, rules, insurance }: LiquidationTerms, at: number): string =>
  [
    margin.policy.version,
    fees.policyVersion,
    rules.policy.version,
    insurance.policy.version,
    isRaised(margin.gap, at) ? margin.gap.closesAt : 'usual',
  ].join(' ');
