import type { AnyCommandHandler, CommandContext, HouseCommand } from '../../core/command.js';
import { HandlerError, type Command, type ProofGuard } from '../../core/decider.js';
import type { Proven } from '../../core/proven.js';
import { isRefusal } from '../../core/refusal.js';
import { undecidedBy } from './decision-check.js';

/** The commands there are, by type. Features register theirs when their module starts. */
export class CommandHandlers {
  private readonly byType = new Map<string, AnyCommandHandler>();
  private guard: ProofGuard | undefined;

  register(...handlers: readonly AnyCommandHandler[]): this {
    for (const handler of handlers) {
      if (this.byType.has(handler.type)) throw new Error(`two handlers for ${handler.type}`);
      this.byType.set(handler.type, handler);
    }
    return this;
  }

  guardProofBy(guard: ProofGuard): this {
    this.guard = guard;
    return this;
  }

  /**
   * A command whose data were stored as a text.
   * @throws {Undecidable} without a handler, or the data are none of its
   */
  read(type: string, context: CommandContext, data: string): HouseCommand<unknown, unknown> {
    const handler = this.find({ type });
    return undecidedBy(type, () => handler.read(context, JSON.parse(data)));
  }

  /** Where the command carries proof, the handler looks at that first, and what uses it up is in the same append. */
  find({ type, proof }: Pick<Command, 'type' | 'proof'>): AnyCommandHandler {
    const handler = this.byType.get(type);
    if (handler === undefined) throw new HandlerError(`no handler for ${type}`);
    if (proof === undefined) return handler;
    if (this.guard === undefined) throw new HandlerError(`nobody looks at the proof of ${type}`);
    return guarded(handler, this.guard, proof);
  }
}

function guarded(handler: AnyCommandHandler, guard: ProofGuard, proof: Proven): AnyCommandHandler {
  return {
    ...handler,
    scope(data) {
      const scope = handler.scope(data);
      return { ...scope, streams: [...guard.streams(proof), ...scope.streams] };
    },
    decide(view, data, meta) {
      const used = guard.decide(view, proof, meta);
      if (isRefusal(used)) return used;
      const decided = handler.decide(view, data, meta);
      return isRefusal(decided) ? decided : { ...decided, events: [...used, ...decided.events] };
    },
  };
}
