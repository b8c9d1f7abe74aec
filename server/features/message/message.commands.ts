import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { sealed } from '../../core/command-schemas.js';

/**
 * Values of a message's text by name. Names that end in `At` are instants. A text that begins with `@` is itself the key of
 * a text (`@review:reason.credit-proof.blurred`), and several of them, parted by blanks, become a list. Nothing
 * personal stands in them: they are kept as they are.
 */
export type MessageValues = Readonly<Record<string, string | number>>;

const sendMessage = z.object({
  userId: z.string(),
  /** At most 96 characters: `review:<requestId>`, `frozen:<position>`, … */
  messageId: z.string(),
  template: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A path of ours where something can be done about it. */
  link: z.string().exactOptional(),
  /** Personal words besides, with the context that they were sealed under. */
  sealedNote: z.object({ context: z.string(), sealed }).exactOptional(),
});

/** Realms demo and real. The same message id sends once: derive it from its cause. */
export class SendMessage extends HouseCommand<DataOf<typeof sendMessage>, null> {
  static readonly type = 'SendMessage';
  static readonly schema = sendMessage;
}

/** Absent `messageId`: all that have come so far. */
const markMessagesRead = z.object({ userId: z.string(), messageId: z.string().exactOptional() });

export class MarkMessagesRead extends HouseCommand<DataOf<typeof markMessagesRead>, null> {
  static readonly type = 'MarkMessagesRead';
  static readonly schema = markMessagesRead;
}
