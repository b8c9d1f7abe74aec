import type { Command as NestCommand } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Instant } from './clock.js';
import type { Cause } from './event.js';
import type { Command, CommandHandler, CommandResult } from './decider.js';
import type { Proven } from './proven.js';
import type { Refusal } from './refusal.js';

/** What a command comes from. It tells a repeat from another request: one key with another fingerprint is refused (`request.token-reused`). */
export interface RequestToken {
  /** Unique in its realm: session and request token of a call, or the timer or event that a command comes from. Repeats without one are carried out again. */
  readonly key?: string | undefined;
  /** A hash of the request. Absent where the key alone identifies it. */
  readonly fingerprint?: string | undefined;
  /** Absent where nothing before the command caused it, such as the step of a machine. */
  readonly cause?: Cause | undefined;
}

/** The same request with another key, for a command of its own besides. Without a key there is none. */
export function underKey(token: RequestToken | undefined, keyed: (key: string) => string): RequestToken | undefined {
  return token?.key === undefined ? token : { ...token, key: keyed(token.key) };
}

/** What a command is sent with, besides its data. */
export interface CommandContext {
  readonly realm: string;
  readonly at: Instant;
  /** Who sends it: `user:<id>`, `staff:<id>`, `reaction:<name>`, `system:<name>`, `timer`, `market`. */
  readonly actor: string;
  /** A repeat under the same token gets the first answer and does nothing. */
  readonly requestToken?: RequestToken | undefined;
  /** Keys of what the command makes, such as a client order id: as the token's, except that after a refusal they are free again. */
  readonly makes?: readonly string[] | undefined;
  /** The sender's proof, for commands that need one. */
  readonly proof?: Proven | undefined;
}

/** The data of a command, as its schema reads it. */
export type DataOf<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<Value> = Value extends string | number | boolean | bigint
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

/** A class of commands: the name in history and timers, and the schema by which they read its data back. */
export interface CommandClass<Data, Answer> {
  readonly type: string;
  readonly schema: z.ZodType<NoInfer<Data>>;
  new (context: CommandContext, data: Data): HouseCommand<Data, Answer>;
}

/**
 * A command of one noun to the writer of a realm: `new CancelWithdrawal(context, data)`. It answers a `CommandResult<Answer>`
 * once its events are durable.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, no-unused-vars
export abstract class HouseCommand<Data, Answer> implements Command<Data> {
  constructor(
    readonly context: CommandContext,
    readonly data: Data,
  ) {}

  get type(): string {
    return this.constructor.type;
  }
  get at(): Instant {
    return this.context.at;
  }
  get actor(): string {
    return this.context.actor;
  }
  get requestToken(): RequestToken | undefined {
    return this.context.requestToken;
  }
  get makes(): readonly string[] | undefined {
    return this.context.makes;
  }
  get proof(): Proven | undefined {
    return this.context.proof;
  }
}

// Nest's own command is a type without a body: `CommandBus.execute` learns the answer from it, and nothing of Nest is loaded.
// oxlint-disable-next-line no-unused-vars
export interface HouseCommand<Data, Answer> extends NestCommand<CommandResult<Answer>> {
  readonly constructor: { readonly type: string };
}

/** Type and data of some classes of commands, for a decider that tells them apart by their type. */
export type BodyOf<Class> = Class extends {
  readonly type: infer Type;
  new (...parts: never[]): { readonly data: infer Data };
}
  ? { readonly type: Type; readonly data: Data }
  : never;

/** Where commands are sent: to the writer of their realm. */
export abstract class Commands {
  /** Answers once the events are durable; rejects only for our own mistakes. */
  abstract execute<Answer>(command: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>>;
  /**
   * The same for a command that is made on the way: what is checked for it, proof above all, is checked once for a request token. A
   * repeat gets the first answer, or the first refusal, and checks nothing.
   */
  abstract prepare<Answer>(
    context: CommandContext,
    make: () => Promise<HouseCommand<unknown, Answer> | Refusal>,
  ): Promise<CommandResult<Answer>>;
}

/** A command without its context: it is sent later, or in another's name. */
export interface PlannedCommand {
  readonly type: string;
  readonly data: unknown;
  in(context: CommandContext): HouseCommand<unknown, unknown>;
}

export function planned<Data>(command: CommandClass<Data, unknown>, data: Data): PlannedCommand {
  return { type: command.type, data, in: (context) => new command(context, data) };
}

/** How the writer carries a command out: where it exists, what it touches, and the pure decision. */
export function handle<Data, Answer>(
  command: CommandClass<Data, Answer>,
  handling: Omit<CommandHandler<Data, Answer>, 'read' | 'type'>,
): AnyCommandHandler {
  const read = (context: CommandContext, data: unknown) => new command(context, command.schema.parse(data));
  return { type: command.type, read, ...handling };
}

/** A handler whose command is known at run time only: methods are bivariant, so its types are forgotten without a cast. */
export type AnyCommandHandler = CommandHandler<unknown, unknown>;
