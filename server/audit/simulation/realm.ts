import type { RequestToken } from '../../core/command.js';
import type { CommandResult } from '../../core/decider.js';
import { causeOf } from '../../core/event.js';
import type { Rng } from '../../core/rng.js';
import type { Reaction } from '../../engine/reactions/reaction.js';
import type { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { jsonHash, MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { StreamKind } from '../../core/decider.js';
import { verifyRows } from '../history.check.js';
import type { RealmLaws, SimulatedCommand, SimulatedRealmName, Simulation } from '../../features/simulation.js';
import { Violation } from '../../core/violation.js';
import { LedgerLaws } from './ledger-laws.js';

/** Sends what a reaction answers an event with, to the realm that it names or else to that of the event. */
type Send = (
  command: SimulatedCommand & { readonly requestToken: RequestToken },
  realm: SimulatedRealmName | undefined,
) => void;

/** A realm as the server runs it, in memory: its timers fire, its reactions follow, and every command is held to the laws. */
export class SimulatedRealm {
  readonly memory: MemoryRealm;
  readonly ledger: LedgerLaws;
  readonly laws: readonly RealmLaws[];
  refused = 0;
  private readonly followed: { readonly reaction: Reaction; events: number }[];
  private taken = 0;

  constructor(
    name: SimulatedRealmName,
    handlers: CommandHandlers,
    reactions: readonly Reaction[],
    nouns: readonly Simulation[],
  ) {
    this.memory = new MemoryRealm(name, handlers);
    this.ledger = new LedgerLaws(this.memory);
    this.laws = nouns.flatMap((noun) => noun.laws?.(this.memory) ?? []);
    this.followed = reactions
      .filter(({ realms }) => realms.includes(name))
      .map((reaction) => ({ reaction, events: 0 }));
  }

  execute(command: SimulatedCommand & { readonly requestToken?: RequestToken }, at: number): CommandResult {
    const result = this.memory.execute({ ...command, at });
    if (!result.ok) this.refused += 1;
    for (; this.taken < this.memory.events.length; this.taken += 1) {
      const event = this.memory.events[this.taken];
      if (event === undefined) break;
      for (const laws of [this.ledger, ...this.laws]) laws.take(event);
    }
    for (const laws of [this.ledger, ...this.laws]) laws.check();
    return result;
  }

  /** The reactions of some events more, some of them twice, as after a crash. */
  async react(rng: Rng, send: Send): Promise<void> {
    for (const follower of this.followed) {
      const until = Math.min(this.memory.events.length, follower.events + rng.between(1, 40));
      while (follower.events < until) {
        await this.reactTo(follower.reaction, follower.events, send);
        if (rng.chance(0.05)) await this.reactTo(follower.reaction, follower.events, send);
        follower.events += 1;
      }
    }
  }

  /** Whether every reaction has seen every event. */
  get isFollowed(): boolean {
    return this.followed.every(({ events }) => events === this.memory.events.length);
  }

  /** Live, replayed and reloaded states agree, and the auditor finds nothing. */
  compare(rng: Rng, more: readonly StreamKind<unknown>[]): void {
    this.ledger.everything();
    const { memory } = this;
    const live = statesHash(memory.live());
    if (statesHash(memory.replayed()) !== live) throw new Violation(`${memory.realm}: a replay gives other states`);
    const middle = rng.between(1, Math.max(1, memory.rows.length));
    if (statesHash(memory.replayedFrom(middle)) !== live)
      throw new Violation(`${memory.realm}: snapshots at ${middle} and the tail give other states`);
    this.audit(more);
  }

  /** Runs the auditor's checks on the stored rows; throws the first finding. */
  audit(more: readonly StreamKind<unknown>[]): void {
    const [first] = verifyRows(this.memory.realm, this.memory.rows, more);
    if (first !== undefined)
      throw new Violation(`${this.memory.realm} ${first.position} [${first.check}] ${first.what}`);
  }

  private async reactTo({ name, on }: Reaction, index: number, send: Send): Promise<void> {
    const event = this.memory.events[index];
    const react = event && on[event.type];
    if (event === undefined || react === undefined) return;
    const { commands = [] } = await react(event);
    for (const { type, data, part, realm } of commands) {
      const key = `reaction:${name}:${event.realm}:${event.position}`;
      const requestToken = { key: part === undefined ? key : `${key}:${part}`, cause: causeOf(event) };
      send({ type, data, actor: `reaction:${name}`, requestToken }, realm as SimulatedRealmName | undefined);
    }
  }
}

function statesHash(states: ReadonlyMap<string, unknown>): string {
  return jsonHash([...states].sort(([a], [b]) => (a < b ? -1 : 1)));
}
