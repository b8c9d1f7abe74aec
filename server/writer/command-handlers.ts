import { Undecidable, type CommandHandler } from '../core/decider.js';

/** The commands there are, by type. Features register theirs when their module starts. */
export class CommandHandlers {
  private readonly byType = new Map<string, CommandHandler<never, unknown>>();

  register(...handlers: readonly CommandHandler<never, unknown>[]): this {
    for (const handler of handlers) {
      if (this.byType.has(handler.type)) throw new Error(`two handlers for ${handler.type}`);
      this.byType.set(handler.type, handler);
    }
    return this;
  }

  find(type: string): CommandHandler<unknown, unknown> {
    const handler = this.byType.get(type);
    if (handler === undefined) throw new Undecidable(`no handler for ${type}`);
    // The map is keyed by type and every sender builds its data with the handler's own type, so the cast tells no lie.
    return handler as CommandHandler<unknown, unknown>;
  }
}
