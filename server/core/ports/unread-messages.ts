/** How the count beside the bell learns of personal messages; the message feature provides it. */
export abstract class UnreadMessages {
  abstract unread(reader: { readonly realm: string; readonly userId: string }): Promise<number>;
}
