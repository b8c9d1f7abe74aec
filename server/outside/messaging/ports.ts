import type { Address } from '../../core/ports/messages-out.js';
import { htmlOf, type WrittenMessage } from './message-texts.js';

/** A way out for one kind of address. Throws when the message could not be handed over; it is tried again then. */
export interface MessagePort {
  /** `outbox` leaves the message readable where it is stored; others take it away. */
  readonly name: 'outbox' | 'smtp';
  deliver(id: number, address: Address, letter: WrittenMessage): Promise<void>;
  close(): void;
}

/** The built-in way: the table itself is the letter box, which the operator and tests read. */
export const outboxPort: MessagePort = { name: 'outbox', deliver: () => Promise.resolve(), close: () => undefined };

const TIMEOUT_MS = 20_000;

/** E-mail by a mail server. The message id is made of the row's, so that a repeat after a crash is seen to be one. */
export async function smtpPort(url: string, from: string): Promise<MessagePort> {
  // Loaded where mail goes out by it.
  const { default: nodemailer } = await import('nodemailer');
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = nodemailer.createTransport({ url, pool: true, ...timeouts });
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/[^A-Za-z0-9.-]/g, '');
  return {
    name: 'smtp',
    async deliver(id, { to }, letter) {
      const { subject, text } = letter;
      const messageId = `<outbox-${id}@${host}>`;
      // An address is one address: nothing in it is read as a list or a name.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html: htmlOf(letter), messageId });
    },
    close: () => transport.close(),
  };
}
