import type { RecordedEvent } from '../core/event.js';
import { bookOf } from '../features.js';
import { HOUSE } from '../trading/matching/book.js';
import type { BookFact, OrderMatched } from '../trading/venue/book.facts.js';
import { factOf, type BookState } from '../trading/venue/book.state.js';
import type { AuditFill } from '../market/simulator/audit.js';
import { NO_IMPACT, type Impact } from '../market/simulator/impact.js';

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
  /**
   * What else the ladder may have been drawn with. The market's own commands carry a ladder that was drawn a moment before they
   * were decided: up to one quote interval, and perhaps before another command left its impact.
   */
  readonly drawn: readonly { readonly at: number; readonly impact: Impact }[];
}

/** The server looks no further back than this for trades that may have reached a resting order. */
const TAPE_MS = 5_000;
/** How long agents' quotes stand. */
const QUOTE_MS = 250;

interface Command {
  readonly stream: string;
  readonly symbol: string;
  readonly at: number;
  readonly actor: string;
  readonly position: number;
  readonly version: number;
  readonly impact: Impact;
  /** Before the last command that changed it. */
  readonly earlierImpact: Impact;
  readonly matched: OrderMatched[];
  impactAfter: Impact | undefined;
  /** The order that opened the command; another one opens another. */
  opened: boolean;
}

/** Replays the books of one realm and gathers every trade of users with agents, command by command. */
export class AgentFills {
  private readonly books = new Map<string, BookState>();
  private readonly fills: LocatedFill[] = [];
  private readonly earlierImpacts = new Map<string, Impact>();
  private command: Command | undefined;

  constructor(
    private readonly realm: string,
    /** Only these instants are gathered; everything is replayed. */
    private readonly wanted: (at: number) => boolean,
  ) {}

  take(event: RecordedEvent): void {
    const book = bookOf(event.stream);
    if (book === undefined) return this.close();
    const { kind, symbol } = book;
    const state = this.books.get(event.stream) ?? kind.initial(symbol);
    const fact = factOf(kind.product, event);
    const command = this.commandOf(event, fact, state);
    if (fact.type === 'OrderMatched') command.matched.push(fact.data);
    if (fact.type === 'ImpactRecorded') {
      command.impactAfter = fact.data.impact as Impact;
      this.earlierImpacts.set(event.stream, command.impact);
    }
    this.books.set(event.stream, kind.evolve(state, event));
  }

  finish(): LocatedFill[] {
    this.close();
    return this.fills;
  }

  /** Events of one command stand together: same book, same instant, same actor, and at most one order accepted alone. */
  private commandOf({ stream, at, actor, position }: RecordedEvent, fact: BookFact, state: BookState): Command {
    const { symbol } = state;
    const opens = fact.type === 'OrderAccepted' && (fact.data.ocoOrderId === null || fact.data.rests !== 'stops');
    const open = this.command;
    const goesOn = open?.stream === stream && open.at === at && open.actor === actor && !(opens && open.opened);
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
      position,
      opened: opens,
      version: fact.type === 'BookOpened' ? fact.data.spec.version : (state.spec?.version ?? 0),
      impact: (state.book.impact as Impact | null) ?? NO_IMPACT,
      earlierImpact: this.earlierImpacts.get(stream) ?? NO_IMPACT,
      matched: [],
      impactAfter: undefined,
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

  private add(
    command: Command,
    side: 'buy' | 'sell',
    role: 'taker' | 'maker',
    matched: OrderMatched[],
    loose: boolean,
  ): void {
    if (matched.length === 0) return;
    const { symbol, at, position, version, impact, impactAfter, earlierImpact, actor } = command;
    const levels = matched.map(({ priceTicks, lots }): [number, number] => [priceTicks, lots]);
    const recorded = role === 'taker' && !loose && impactAfter !== undefined ? { impactAfter } : {};
    const impacts = actor === 'market' ? [impact, earlierImpact] : [impact];
    const instants = actor === 'market' ? [at, at - QUOTE_MS] : [at];
    const drawn = instants.flatMap((instant) => impacts.map((one) => ({ at: instant, impact: one })));
    const { realm } = this;
    const fill = { realm, symbol, at, position, version, impact, side, role, levels, loose, drawn };
    this.fills.push({ ...fill, fromMs: at - TAPE_MS, ...recorded });
  }
}
