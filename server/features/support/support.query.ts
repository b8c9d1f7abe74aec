import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { ChatSide } from '../../../contracts/chat.contract.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import type {
  getSupportConversationsQuery,
  SupportCloser,
  SupportConversationView,
  SupportMessageView,
  SupportRow,
  SupportView,
} from '../../../contracts/support.contract.js';
import { openedMessages, openedText } from '../../core/chat.js';
import { Clock } from '../../core/clock.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { Vault } from '../../core/ports/vault.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { SentImages } from '../../core/ports/private-images.js';
import { pageOf } from '../../engine/projections/cursor.js';
import type { RowOf } from '../../engine/projections/read-table.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import type { SupportRules } from './support.commands.js';
import { hoursAt } from './support.hours.js';
import { supportConversations, supportMessages } from './support.projection.js';

interface Reader {
  readonly realm: string;
  readonly userId: string;
}
type ConversationRow = RowOf<typeof supportConversations>;
type StoredRow = ConversationRow & { readonly unread: number };
/** As many as the policy may ever allow. */
const MESSAGES_MAX = 2000;

const UNREAD = `(SELECT count(*)::int FROM support_messages m
  WHERE m.realm = c.realm AND m.conversation_id = c.conversation_id AND m.sender = 'support' AND m.unread) AS unread`;

/** A person's own conversations. Another's are not found. */
@Injectable()
export class SupportQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly policies: PolicySource<{ 'support.rules': SupportRules }>,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  async view(reader: Reader): Promise<SupportView | Refusal> {
    if (!(await this.isUpToDate(reader.realm))) return refuse('request.unavailable');
    const { name: policy, version, values } = this.policies.inForce('support.rules');
    const { messagesMax, messagesPerMinute, imagesMax, conversationsPerDay } = values;
    const [newest] = await this.rows(reader, Number.MAX_SAFE_INTEGER, 1);
    const isCurrent = newest !== undefined && (newest.status !== 'closed' || newest.rating === 0);
    return {
      hours: hoursAt(values, this.clock.now()),
      current: isCurrent ? rowView(newest) : null,
      images: reader.realm === 'real' && imagesMax > 0,
      messagesMax,
      messagesPerMinute,
      imagesMax,
      conversationsPerDay,
      policy,
      version,
    };
  }

  async page(
    reader: Reader,
    input: Pick<z.output<typeof getSupportConversationsQuery>, 'cursor' | 'limit'>,
  ): Promise<Page<SupportRow> | Refusal> {
    if (!(await this.isUpToDate(reader.realm))) return refuse('request.unavailable');
    const read = async ([position = 0]: readonly number[], count: number) => ({
      rows: await this.rows(reader, position, count),
    });
    return pageOf(input, ['position'], read, rowView);
  }

  async conversation(reader: Reader, conversationId: string): Promise<SupportConversationView | Refusal> {
    if (!(await this.isUpToDate(reader.realm))) return refuse('request.unavailable');
    const [row] = await this.rows(reader, Number.MAX_SAFE_INTEGER, 1, conversationId);
    return row === undefined ? refuse('support.not-found') : this.opened(reader, row);
  }

  /** All conversations of a person, opened, for their own export. */
  async export(userId: string): Promise<SupportConversationView[]> {
    const reader = { realm: 'real', userId };
    const rows = await this.rows(reader, Number.MAX_SAFE_INTEGER, 10_000);
    return Promise.all(rows.map((row) => this.opened(reader, row)));
  }

  /** Whose conversation it is, for staff. */
  async ownerOf(conversationId: string): Promise<Reader | undefined> {
    const { rows } = await this.pool.query<Reader>(
      `SELECT realm, user_id AS "userId" FROM support_conversations
        WHERE realm = ANY ('{demo,real}') AND conversation_id = $1`,
      [conversationId],
    );
    return rows[0];
  }

  /** What was written, oldest first; texts are `null` once the person is erased. */
  async messages(owner: Reader, conversationId: string): Promise<SupportMessageView[]> {
    const { rows } = await this.pool.query<RowOf<typeof supportMessages>>(
      `SELECT ${supportMessages.selected} FROM support_messages
        WHERE realm = $1 AND conversation_id = $2 ORDER BY position, message_id LIMIT ${MESSAGES_MAX}`,
      [owner.realm, conversationId],
    );
    const open = (sealed: (typeof rows)[number]['sealedText']) =>
      sealed === '' ? Promise.resolve('') : openedText(this.vault, owner, 'support.message', sealed);
    const messages = await openedMessages(rows, open);
    return messages.map((message, index) => ({ ...message, imageId: imageOf(rows[index]?.imageId) }));
  }

  async comment(owner: Reader, conversationId: string): Promise<string | null> {
    const { rows } = await this.pool.query<Pick<ConversationRow, 'sealedComment'>>(
      `SELECT sealed_comment AS "sealedComment" FROM support_conversations WHERE realm = $1 AND conversation_id = $2`,
      [owner.realm, conversationId],
    );
    const sealed = rows[0]?.sealedComment ?? '';
    return sealed === '' ? null : openedText(this.vault, owner, 'support.comment', sealed);
  }

  async closedBy(owner: Reader, conversationId: string): Promise<SupportCloser | null> {
    const { rows } = await this.pool.query<{ closedBy: SupportCloser | '' }>(
      `SELECT closed_by AS "closedBy" FROM support_conversations WHERE realm = $1 AND conversation_id = $2`,
      [owner.realm, conversationId],
    );
    return rows[0]?.closedBy === '' ? null : (rows[0]?.closedBy ?? null);
  }

  async hasImage(conversationId: string, imageId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `SELECT 1 FROM support_messages WHERE realm = 'real' AND conversation_id = $1 AND image_id = $2 LIMIT 1`,
      [conversationId, imageId],
    );
    return rowCount !== 0;
  }

  /** Images of the messages of a span before the newest one with an image. */
  async sentImages(now: number, spanMs: number): Promise<SentImages[]> {
    const { rows } = await this.pool.query<{ userId: string; requestId: string; imageId: string }>(
      `SELECT user_id AS "userId", conversation_id AS "requestId", image_id AS "imageId" FROM support_messages
        WHERE image_id <> '' AND sent_at >
          least($1::bigint, (SELECT max(sent_at) FROM support_messages WHERE image_id <> '')) - $2::bigint`,
      [now, spanMs],
    );
    return rows.map(({ imageId, ...sent }) => ({ ...sent, imageIds: () => Promise.resolve([imageId]) }));
  }

  private async opened(reader: Reader, row: StoredRow): Promise<SupportConversationView> {
    const { conversationId } = row;
    const [messages, comment] = await Promise.all([
      this.messages(reader, conversationId),
      this.comment(reader, conversationId),
    ]);
    return { ...rowView(row), comment, messages };
  }

  private async rows({ realm, userId }: Reader, before: number, count: number, id?: string): Promise<StoredRow[]> {
    const { rows } = await this.pool.query<StoredRow>(
      `SELECT ${supportConversations.selected}, ${UNREAD} FROM support_conversations c
        WHERE realm = $1 AND user_id = $2 AND position < $3 AND ($5::text IS NULL OR conversation_id = $5)
        ORDER BY position DESC LIMIT $4`,
      [realm, userId, before, count, id ?? null],
    );
    return rows;
  }

  private isUpToDate(realm: string): Promise<boolean> {
    return this.projections.upToDate('support', realm);
  }
}

const imageOf = (imageId: string | undefined): string | null =>
  imageId === undefined || imageId === '' ? null : imageId;

function rowView(row: StoredRow): SupportRow {
  const { conversationId, topic, status, openedAt, changedAt, closedAt, closedBy, rating, unread } = row;
  return {
    conversationId,
    topic,
    status,
    openedAt,
    changedAt,
    closedAt: closedAt === 0 ? null : closedAt,
    closedBy: closedBy === '' ? null : closedBy,
    rating: rating === 0 ? null : rating,
    unread,
  };
}

/** The whole conversation as plain text; `word` finds a text of the reader's language. */
export function transcriptOf(
  { conversationId, topic, openedAt, closedAt, messages }: SupportConversationView,
  word: (key: string, values?: Readonly<Record<string, string | number>>) => string,
): string {
  const head = [word('title', { topic: word(`topic-${topic}`) }), word('opened', { id: conversationId, openedAt })];
  const name = (from: ChatSide): string => word(from);
  const lines = messages.map(({ at, from, text, imageId }) => {
    const parts = [
      text === null ? word('erased') : text,
      ...(imageId === null ? [] : [word('image', { id: imageId })]),
    ];
    return `[${new Date(at).toISOString()}] ${name(from)}\n${parts.filter((part) => part !== '').join('\n')}\n`;
  });
  const end = closedAt === null ? [] : [word('closed', { closedAt })];
  return `${[...head, '', ...lines, ...end].join('\n')}\n`;
}
