import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { MessagesView, MessageView } from '../../../contracts/message.contract.js';
import type { Language } from '../../../shared/language.js';
import { Vault } from '../../core/ports/vault.js';
import type { UnreadMessages } from '../../core/ports/unread-messages.js';
import { Messages } from '../../edge/http/messages.js';
import type { RowOf } from '../../engine/projections/read-table.js';
import type { MessageValues } from './message.commands.js';
import { messages } from './messages.projection.js';

type Row = RowOf<typeof messages>;

interface Reader {
  readonly realm: string;
  readonly userId: string;
}

/** A person's messages, put into words when they are read. */
@Injectable()
export class MessageQuery implements UnreadMessages {
  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly texts: Messages,
  ) {}

  /** `cursor`: the position that the page before ended at. */
  async page(
    lang: Language,
    reader: Reader,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<MessagesView> {
    const before = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? cursor : null;
    const { rows } = await this.pool.query<Row>({
      name: 'messages-page',
      text: `SELECT ${messages.selected} FROM messages
        WHERE realm = $1 AND user_id = $2 AND ($3::bigint IS NULL OR position < $3)
        ORDER BY position DESC LIMIT $4`,
      values: [reader.realm, reader.userId, before, limit + 1],
    });
    const items = await Promise.all(rows.slice(0, limit).map((row) => this.view(lang, reader.userId, row)));
    const nextCursor = rows.length > limit ? String(rows[limit - 1]?.position) : null;
    return { items, nextCursor, unread: await this.unread(reader) };
  }

  async unread({ realm, userId }: Reader): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>({
      name: 'messages-unread',
      text: 'SELECT count(*)::bigint AS n FROM messages WHERE realm = $1 AND user_id = $2 AND unread',
      values: [realm, userId],
    });
    return rows[0]?.n ?? 0;
  }

  private async view(lang: Language, userId: string, row: Row): Promise<MessageView> {
    const values = JSON.parse(row.given) as MessageValues;
    const text = (part: 'title' | 'body') => this.texts.text(lang, `message-box:${row.template}.${part}`, values);
    // Nothing when the person was erased meanwhile: the words went with the key.
    const note = row.sealedNote === '' ? null : await this.vault.open(userId, row.noteContext, row.sealedNote);
    const { messageId: id, sentAt: at, link, unread } = row;
    return { id, at, title: text('title'), body: text('body'), note, link: link === '' ? null : link, read: !unread };
  }
}
