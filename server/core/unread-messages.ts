/** How the count beside the bell learns of personal messages: token `UNREAD_MESSAGES`, provided by the message feature. */
export interface UnreadMessages {
  unread(reader: { readonly realm: string; readonly userId: string }): Promise<number>;
}
