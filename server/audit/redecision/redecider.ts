import type { Command, CommandScope, Decided, StreamKind } from '../../core/decider.js';
import type { NewEvent, RecordedEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { Amount } from '../../../shared/money.js';
import { decode, postingsText, type EventRow } from '../../engine/history/codec.js';
import type { CommandLine } from '../../engine/history/command-line.js';
import { storedDue, type StoredDue } from '../../engine/history/event-store.js';
import { RULES_VERSION } from '../../engine/history/segment.js';
import { balanceKey, Cache } from '../../engine/writer/cache.js';
import { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { decisionOf, scopeOf, wholeScopeOf } from '../../engine/writer/decision-check.js';
import { streamName } from '../../engine/writer/loader.js';
import { declarationOf, handlersOf } from '../../features.js';
import { decisionPorts, Outside } from './decision-ports.js';
import { AskedTimers } from './asked-timers.js';
import type { HouseEvents } from './house-events.js';

interface RedeciderParts {
  readonly realm: string;
  readonly house: HouseEvents;
  /** Kinds of streams and commands that only a test has. */
  readonly more: readonly StreamKind<unknown>[];
  readonly moreCommands: (command: CommandLine) => boolean;
  readonly find: (position: number, what: string) => void;
}

/** Decides every command of a realm again, on states that follow from the events before it, and compares what was stored. */
export class Redecider {
  /** How many commands gave the same events again. */
  decided = 0;
  /** How many could not be decided from the history alone, by what they asked for. */
  readonly attested = new Map<string, number>();
  private readonly cache = new Cache({ streams: Infinity, balances: Infinity });
  private readonly balances = new Map<string, Amount>();

  private readonly timers: AskedTimers;

  private constructor(
    private readonly parts: RedeciderParts,
    private readonly outside: Outside,
    private readonly handlers: CommandHandlers,
    private readonly proofs: ReadonlySet<string>,
  ) {
    this.timers = new AskedTimers(parts.realm);
  }

  static async open(parts: RedeciderParts): Promise<Redecider> {
    const outside = new Outside();
    const { ports, proofs } = await decisionPorts(outside, parts.house);
    return new Redecider(parts, outside, new CommandHandlers().register(...handlersOf(ports)), proofs);
  }

  /** A command with the events that are stored as its own, and the rules by which it was decided. */
  take(line: CommandLine, rows: readonly EventRow[], rules: number): void {
    this.parts.house.standAt(line.house);
    const { find } = this.parts;
    const first = rows[0]?.position ?? 0;
    const other = rows.find((row) => row.actor !== line.actor || row.at !== line.at);
    if (other !== undefined) find(other.position, `${line.type} was sent by somebody else, or at another instant`);
    const unasked = this.timers.sent(line);
    if (unasked !== undefined) find(first, unasked);
    this.timers.ask(line);
    if (rules === RULES_VERSION) this.decideAgain(line, rows);
    else this.attest(`${line.type}: rules ${rules}`);
    for (const row of rows) this.evolve(row);
  }

  private decideAgain(line: CommandLine, rows: readonly EventRow[]): void {
    const decision = this.decide(line);
    if (decision instanceof Error) this.undecided(line, rows, decision);
    else if (isRefusal(decision))
      this.parts.find(rows[0]?.position ?? 0, `${line.type} is refused when decided again: ${decision.refusal}`);
    else this.compare(line, rows, decision);
  }

  /** What asks for something outside is attested; what the program cannot decide was never decided by it. */
  private undecided(line: CommandLine, rows: readonly EventRow[], { message }: Error): void {
    const { type } = line;
    const { asked } = this.outside;
    if (asked !== undefined) this.attest(`${type}: ${asked}`);
    else if (this.parts.moreCommands(line)) this.attest(`${type}: a test`);
    else this.parts.find(rows[0]?.position ?? 0, `${type} cannot be decided again: ${message}`);
  }

  private decide(line: CommandLine): Decided<unknown> | Refusal | Error {
    const { handlers, outside } = this;
    const { realm } = this.parts;
    outside.asked = undefined;
    const { type, data, at, actor } = line;
    const command: Command = { type, data, at, actor };
    try {
      const handler = handlers.find(command);
      const first = scopeOf(handler, command);
      this.load(first);
      const loaded = { realm, cache: this.cache, at };
      const scope = wholeScopeOf(handler, command, { ...loaded, scope: first });
      this.load(scope);
      return decisionOf(handler, command, { ...loaded, scope });
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private compare(line: CommandLine, rows: readonly EventRow[], { events, due = [] }: Decided<unknown>): void {
    const { find } = this.parts;
    const proved = rows.findIndex(({ type }) => !this.proofs.has(type));
    const own = rows.length > events.length ? rows.slice(proved === -1 ? rows.length : proved) : rows;
    const first = rows[0]?.position ?? 0;
    if (own.length !== events.length)
      return find(first, `${line.type} has ${own.length} events, and ${events.length} when decided again`);
    for (const [index, event] of events.entries()) {
      const row = own[index] as EventRow;
      const differs = differenceOf(row, event);
      if (differs !== undefined)
        return find(row.position, `${row.type} of ${line.type} has another ${differs} when decided again`);
    }
    const asked = (line.due ?? []).map(dueText).join('\n');
    if (asked !== due.map((one) => dueText(storedDue(one))).join('\n'))
      return find(first, `${line.type} put off something else than when decided again`);
    this.decided += 1;
  }

  private load({ streams, balances = [] }: CommandScope): void {
    for (const [kind, id] of streams as Iterable<readonly [StreamKind<unknown>, string]>)
      this.loadStream(kind, id, streamName(kind, id));
    for (const [account, asset] of balances) {
      const key = balanceKey(account, asset);
      if (this.cache.balance(key) === undefined) this.cache.putBalance(key, this.balances.get(key) ?? 0n);
    }
  }

  private loadStream(kind: StreamKind<unknown>, id: string, name: string): void {
    if (this.cache.stream(name) !== undefined) return;
    this.cache.putStream(name, { kind, state: kind.initial(id), version: 0, snapshotVersion: 0, position: 0 });
  }

  private evolve(row: EventRow): void {
    try {
      this.run(decode(row));
    } catch {
      // What cannot be read or replayed is a finding of its own.
    }
  }

  private run(event: RecordedEvent): void {
    const declared = declarationOf(event.stream);
    const more = this.parts.more.find(({ name }) => event.stream.startsWith(`${name}-`));
    const kind = declared?.kind ?? more;
    if (kind !== undefined)
      this.loadStream(kind as StreamKind<unknown>, event.stream.slice(kind.name.length + 1), event.stream);
    for (const { account, asset, amount } of event.postings ?? []) {
      const key = balanceKey(account, asset);
      this.balances.set(key, (this.balances.get(key) ?? 0n) + amount);
    }
    this.cache.evolve(event);
  }

  private attest(what: string): void {
    this.attested.set(what, (this.attested.get(what) ?? 0) + 1);
  }
}

function differenceOf(row: EventRow, event: NewEvent): string | undefined {
  if (row.type !== event.type) return `type, ${event.type},`;
  if (row.stream !== event.stream) return 'stream';
  if (row.schema !== event.schema) return 'schema';
  if (row.data !== JSON.stringify(event.data)) return 'content';
  return row.postings === postingsText(event.postings) ? undefined : 'movement of money';
}

/** Its cause names places in the history, which are compared as such. */
const dueText = ({ id, dueAt, type, data }: StoredDue): string => JSON.stringify([id, dueAt, type, data]);
