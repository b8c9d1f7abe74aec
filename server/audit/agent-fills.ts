import type { RecordedEvent } from '../core/event.js';
import { bookOf } from '../features.js';
import { HOUSE, orderOf } from '../trading/matching/book.js';
import type { BookFact, OrderMatched } from '../trading/venue/book.facts.js';
import { factOf, traceOf, type BookState } from '../trading/venue/book.state.js';
import { BEAT_MS, instantOf } from '../market/book-market.js';
import type { BookTrace } from '../market/mark-price/mark-price.js';
import type { AuditFill } from '../market/simulator/audit.js';
import { NO_IMPACT, type AgentFill, type Impact } from '../market/simulator/impact.js';
import type { RecordedImpact, RecordedTrigger } from './mark.check.js';

/** What one command traded with agents, with where it stands in the history. */
export interface LocatedFill extends AuditFill {
  readonly realm: string;
  readonly position: number;
  /** Version of the catalogue entry that the book was counted in. */
  readonly version: number;
  /**
   * Agents traded several times in this command, or the market moved by itself and noise agents may have come first, so that
   * some quotes were thinner than a ladder shows: each price must have stood in it with enough lots, in whatever order.
   */
  readonly loose: boolean;
  /** The market's beat that filled it; `null` for a user's command. */
  readonly beat: number | null;
  /** Filled by the closing auction, where agents trade what they quote and not what the tape traded. */
  readonly closing: boolean;
}

/** A beat that a book decided again, or after a later one. */
export interface DisorderedBeat {
  readonly realm: string;
  readonly position: number;
  readonly symbol: string;
  readonly at: number;
  readonly beat: number;
  /** The last one before it. */
  readonly after: number;
}

interface Command {
  readonly stream: string;
  readonly symbol: string;
  readonly at: number;
  readonly actor: string;
  /** All events of one command have it, also those of other streams. */
  readonly cause: string;
  readonly position: number;
  readonly version: number;
  readonly impact: Impact;
  /** What users had left in the book, and which stops waited for it, before it. */
  readonly trace: BookTrace;
  readonly deferred: BookState['book']['deferred'];
  /** The instant of the agents' quotes: the command's, or that of the market's beat. */
  readonly quotedAt: number;
  readonly beat: number | null;
  readonly matched: OrderMatched[];
  impactAfter: Impact | undefined;
  /** It held a closing auction. */
  closing: boolean;
  /** The order that opened the command; another one opens another. */
  opened: boolean;
}

/** Replays the books of one realm and gathers every trade of users with agents, command by command. */
export class AgentFills {
  private readonly books = new Map<string, BookState>();
  private readonly fills: LocatedFill[] = [];
  /** What broke the order of beats. */
  readonly disordered: DisorderedBeat[] = [];
  /** What every command recorded of users' impact. */
  readonly impacts: RecordedImpact[] = [];
  /** Every stop that was triggered, and what it watched. */
  readonly triggers: RecordedTrigger[] = [];
  private command: Command | undefined;

  constructor(
    private readonly realm: string,
    /** Only these instants are gathered; everything is replayed. */
    private readonly wanted: (at: number) => boolean,
  ) {}

  take(event: RecordedEvent): void {
    const book = bookOf(event.stream);
    if (book === undefined) return this.command?.cause === causeOf(event) ? undefined : this.close();
    const { kind, symbol } = book;
    const state = this.books.get(event.stream) ?? kind.initial(symbol);
    const fact = factOf(kind.product, event);
    const command = this.commandOf(event, fact, state);
    if (fact.type === 'BeatDecided' && fact.data.beat <= state.beat) {
      const { at, position } = event;
      this.disordered.push({ realm: this.realm, position, symbol, at, beat: fact.data.beat, after: state.beat });
    }
    if (fact.type === 'OrderMatched') command.matched.push(fact.data);
    if (fact.type === 'ClosingAuctionOpened') command.closing = true;
    if ((fact.type === 'OrderTriggered' || fact.type === 'OrderTrailed') && this.wanted(event.at))
      this.addTrigger(command, state, fact, event.position);
    if (fact.type === 'ImpactRecorded') command.impactAfter = fact.data.impact as Impact;
    this.books.set(event.stream, kind.evolve(state, event));
  }

  finish(): LocatedFill[] {
    this.close();
    return this.fills;
  }

  /** Events of one command stand together: same book, same instant, same actor, one beat, at most one order accepted alone. */
  private commandOf(event: RecordedEvent, fact: BookFact, state: BookState): Command {
    const { stream, at, actor, position } = event;
    const { symbol } = state;
    const isOwn = fact.type === 'OrderAccepted' && fact.data.order.parent === undefined;
    const placed = isOwn && (fact.data.ocoOrderId === null || fact.data.rests !== 'stops');
    const isBeat = fact.type === 'BeatDecided';
    // A step of a beat places orders of its own.
    const opens = placed || (isBeat && fact.data.step === undefined);
    const open = this.command;
    const isSame = open?.stream === stream && open.at === at && open.actor === actor;
    // A beat that is late may come at the instant at which it was said to be.
    const goesOn = isSame && !isBeat && !(opens && open.opened);
    if (open !== undefined && goesOn && open.impactAfter === undefined) {
      open.opened ||= opens;
      return open;
    }
    this.close();
    this.command = {
      stream,
      symbol,
      at,
      actor,
      cause: causeOf(event),
      position,
      opened: opens,
      version: fact.type === 'BookOpened' ? fact.data.spec.version : (state.spec?.version ?? 0),
      impact: (state.book.impact as Impact | null) ?? NO_IMPACT,
      trace: traceOf(state),
      deferred: state.book.deferred,
      quotedAt: isBeat ? instantOf(fact.data.beat) : at,
      beat: isBeat ? fact.data.beat : null,
      matched: [],
      impactAfter: undefined,
      closing: false,
    };
    return this.command;
  }

  private close(): void {
    const { command } = this;
    this.command = undefined;
    if (command === undefined || !this.wanted(command.at)) return;
    const withAgents = command.matched.filter(
      ({ makerOwner, takerOwner }) => makerOwner === HOUSE || takerOwner === HOUSE,
    );
    this.addImpact(command, withAgents);
    if (withAgents.length === 0) return;
    const taken = withAgents.filter(({ makerOwner }) => makerOwner === HOUSE);
    const reached = withAgents.filter(({ takerOwner }) => takerOwner === HOUSE);
    const takers = new Set(taken.map(({ takerOrderId }) => takerOrderId));
    const loose = command.actor === 'market' || takers.size > 1 || (taken.length > 0 && reached.length > 0);
    for (const side of ['buy', 'sell'] as const) {
      this.add(
        command,
        side,
        'taker',
        taken.filter(({ takerSide }) => takerSide === side),
        loose,
      );
      this.add(
        command,
        side,
        'maker',
        reached.filter(({ takerSide }) => takerSide !== side),
        loose,
      );
    }
  }

  private addTrigger(
    { symbol, version, quotedAt: at, beat, trace, deferred, matched }: Command,
    { book }: BookState,
    { type, data }: Extract<BookFact, { type: 'OrderTriggered' | 'OrderTrailed' }>,
    position: number,
  ): void {
    const { realm } = this;
    const { orderId, reachedTicks } = data;
    const order = orderOf(book, orderId)?.order;
    const trigger = type === 'OrderTriggered' ? data.trigger : (order?.trigger ?? 'last');
    const trailedTo = type === 'OrderTrailed' ? data.stopTicks : null;
    const tradedTicks = matched.map(({ priceTicks }) => priceTicks);
    const watched = { trigger, trailedTo, deferred: deferred[trigger], tradedTicks, trace };
    this.triggers.push({ realm, position, symbol, version, at, beat, order, reachedTicks, ...watched });
  }

  private addImpact(command: Command, withAgents: readonly OrderMatched[]): void {
    const { symbol, version, position, quotedAt: at, impact: before, impactAfter: recorded } = command;
    if (recorded === undefined) return;
    const { realm } = this;
    const fills = withAgents.map(agentFillOf);
    this.impacts.push({ realm, position, symbol, version, at, before, fills, recorded });
  }

  private add(
    command: Command,
    side: 'buy' | 'sell',
    role: 'taker' | 'maker',
    matched: OrderMatched[],
    loose: boolean,
  ): void {
    if (matched.length === 0) return;
    const { symbol, quotedAt: at, position, version, impact, impactAfter, beat, closing } = command;
    const levels = matched.map(({ priceTicks, lots }): [number, number] => [priceTicks, lots]);
    const recorded = role === 'taker' && !loose && impactAfter !== undefined ? { impactAfter } : {};
    const { realm } = this;
    const fill = { realm, symbol, at, position, version, impact, side, role, levels, loose, beat, closing };
    this.fills.push({ ...fill, fromMs: at - BEAT_MS, ...recorded });
  }
}

/** A trade with an agent, from the user's side. */
function agentFillOf({ makerOwner, takerSide, priceTicks, lots }: OrderMatched): AgentFill {
  if (makerOwner === HOUSE) return { side: takerSide, role: 'taker', priceTicks, lots };
  return { side: takerSide === 'buy' ? 'sell' : 'buy', role: 'maker', priceTicks, lots };
}

const causeOf = ({ correlation, causation }: RecordedEvent): string => `${correlation} ${causation}`;
