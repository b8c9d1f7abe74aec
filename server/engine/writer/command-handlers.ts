import type { AnyCommandHandler, CommandContext, HouseCommand } from '../../core/command.js';
import { Undecidable } from '../../core/decider.js';
import { undecidedBy } from './decision-check.js';

/** The commands there are, by type. Features register theirs when their module starts. */
export class CommandHandlers {
  private readonly byType = new Map<string, AnyCommandHandler>();

  register(...handlers: readonly AnyCommandHandler[]): this {
    for (const handler of handlers) {
      if (this.byType.has(handler.type)) throw new Error(`two handlers for ${handler.type}`);
      this.byType.set(handler.type, handler);
    }
    return this;
  }

  /**
   * A command whose data were stored as a text.
   * @throws {Undecidable} where nobody handles it, or the data are none of its
   */
  read(type: string, context: CommandContext, data: string): HouseCommand<unknown, unknown> {
    const handler = this.find(type);
    return undecidedBy(type, () => handler.read(context, JSON.parse(data)));
  }

  find(type: string): AnyCommandHandler {
    const handler = this.byType.get(type);
    if (handler === undefined) throw new Undecidable(`no handler for ${type}`);
    return handler;
  }
}
