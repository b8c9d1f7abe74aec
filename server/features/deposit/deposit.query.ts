import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import {
  DEPOSIT_STATUSES,
  LABEL_OF_DEPOSIT,
  type DepositDetailView,
  type DepositEventView,
  type DepositLabel,
  type DepositStatus,
  type DepositView,
  type exportDepositsQuery,
  type getDepositsQuery,
} from '../../../contracts/deposit.contract.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import type { Language } from '../../../shared/language.js';
import { Vault } from '../../core/ports/vault.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { Messages } from '../../edge/http/messages.js';
import { upcast } from '../../engine/history/event-types.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import type { DepositFacts, DepositProofRejected } from './deposit.events.js';
import { deposits, type DepositRow } from './deposits.projection.js';
import { canonicalHash, differenceOf } from './deposit.rules.js';

const PAGE = `SELECT ${deposits.selected} FROM deposits
  WHERE user_id = $1 AND position < $2 AND ($3::text IS NULL OR currency = $3) AND ($4::text IS NULL OR network = $4)
    AND ($5::text[] IS NULL OR status = ANY ($5)) AND ($6::text IS NULL OR lower(hash) LIKE $6 || '%' OR lower(hash) LIKE '0x' || $6 || '%')
    AND created_at BETWEEN $7 AND $8
  ORDER BY position DESC LIMIT $9`;

interface Fact {
  position: number;
  type: keyof DepositFacts;
  schema: number;
  at: number;
  data: string;
  hash: string;
}

type Filters = Omit<z.output<typeof exportDepositsQuery>, 'token' | 'lang' | 'requestToken'>;
type PageOf = Pick<z.output<typeof getDepositsQuery>, 'cursor' | 'limit'>;

/** A person's own deposits: the id comes from the session. */
@Injectable()
export class DepositQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly vault: Vault,
    private readonly texts: Messages,
  ) {}

  async page(userId: string, query: Filters & PageOf): Promise<Page<DepositView> | Refusal> {
    return (await this.ready()) ? depositPage(this.pool, userId, query) : refuse('request.unavailable');
  }

  async detail(lang: Language, userId: string, depositId: string): Promise<DepositDetailView | Refusal> {
    const row = await this.row(depositId);
    if (row === undefined || row.userId !== userId) return refuse('deposit.not-found', { depositId });
    const facts = await this.facts(row);
    const proof = facts.find(({ type }) => type === 'DepositProofSubmitted' || type === 'DepositDeclared');
    const { images = [], sealedNote = null } = proof === undefined ? {} : dataOf<'DepositDeclared'>(proof);
    const rejected = facts.find(({ type }) => type === 'DepositProofRejected');
    const { vault } = this;
    return {
      deposit: viewOf(row),
      images: [...images],
      note: sealedNote === null ? null : await vault.open(userId, 'deposit.note', sealedNote),
      ...(await this.rejection(lang, userId, rejected && dataOf<'DepositProofRejected'>(rejected))),
      events: facts.map(eventView),
    };
  }

  /** The record by its id, of any owner, up to the newest event; for staff. */
  async row(depositId: string): Promise<DepositRow | undefined> {
    await this.ready();
    const { rows } = await this.pool.query<DepositRow>({
      name: 'deposit-row',
      text: `SELECT ${deposits.selected} FROM deposits WHERE deposit_id = $1`,
      values: [depositId],
    });
    return rows[0];
  }

  /** The number of the person's open deposits; `undefined` while the read model is behind. */
  async waiting(userId: string): Promise<number | undefined> {
    if (!(await this.ready())) return undefined;
    const { rows } = await this.pool.query<{ n: number }>({
      name: 'deposits-waiting',
      text: 'SELECT count(*)::bigint AS n FROM deposits WHERE user_id = $1 AND decided_at = 0 AND status = ANY ($2)',
      values: [userId, statusesOf('waiting')],
    });
    return rows[0]?.n ?? 0;
  }

  async export(userId: string): Promise<DepositView[]> {
    const { rows } = await this.pool.query<DepositRow>(
      `SELECT ${deposits.selected} FROM deposits WHERE user_id = $1 ORDER BY position`,
      [userId],
    );
    return rows.map(viewOf);
  }

  ready(): Promise<boolean> {
    return this.projections.upToDate('deposits', 'real');
  }

  private async facts({ key, depositId }: DepositRow): Promise<Fact[]> {
    const { rows } = await this.pool.query<Fact>({
      name: 'deposit-facts',
      text: `SELECT position, type, schema, at, data, encode(hash, 'hex') AS hash FROM events
              WHERE realm = 'real' AND stream = 'deposit-' || $1 ORDER BY version`,
      values: [key],
    });
    // Others may have named the same hash, wrongly: what they did is theirs.
    return rows.filter((fact) => dataOf<'DepositSeen'>(fact).depositId === depositId);
  }

  private async rejection(lang: Language, userId: string, data: DepositProofRejected | undefined) {
    if (data === undefined) return { reasons: [], reviewNote: null };
    const { vault, texts } = this;
    const reasons = data.reasons.map((reason) => texts.text(lang, `review:reason.deposit-proof.${reason}`, {}));
    const { sealedNote } = data;
    return { reasons, reviewNote: sealedNote === null ? null : await vault.open(userId, 'review.note', sealedNote) };
  }
}

/** One page of a person's deposits, newest first, as the rows have them now. */
export function depositPage(pool: Pool, userId: string, input: Filters & PageOf): Promise<Page<DepositView> | Refusal> {
  const { currency, network, label, hash, from, to } = input;
  const rows = ([position]: readonly number[], count: number) =>
    pool.query<DepositRow>({
      name: 'deposits-page',
      text: PAGE,
      values: [
        ...[userId, position, currency ?? null, network ?? null, label === undefined ? null : statusesOf(label)],
        ...[hashBeginning(hash), from ?? 0, to ?? Number.MAX_SAFE_INTEGER, count],
      ],
    });
  return pageOf(input, ['position'], rows, viewOf);
}

function statusesOf(label: DepositLabel): DepositStatus[] {
  return DEPOSIT_STATUSES.filter((status) => LABEL_OF_DEPOSIT[status] === label);
}

/** What people type of a hash, without what a search would take for a pattern. */
function hashBeginning(typed: string | undefined): string | null {
  if (typed === undefined || typed === '') return null;
  return (canonicalHash(typed) ?? typed).toLowerCase().replace(/[^0-9a-z]/g, '');
}

function viewOf(row: DepositRow): DepositView {
  const { depositId, network, hash, currency, status, confirmations, confirmationsNeeded, reorganised } = row;
  const amount = row.amount === '' ? null : row.amount;
  const declared = row.declared === '' ? null : row.declared;
  const credited = status === 'credited' && row.declaredCurrency === currency ? amount : null;
  return {
    depositId,
    network,
    currency,
    hash,
    label: LABEL_OF_DEPOSIT[status],
    status,
    amount,
    declared,
    declaredCurrency: row.declaredCurrency === '' ? null : row.declaredCurrency,
    difference: differenceOf(credited, declared),
    confirmations,
    confirmationsNeeded,
    reorganised,
    minimum: row.minimum,
    createdAt: row.createdAt,
    decidedAt: row.decidedAt === 0 ? null : row.decidedAt,
    version: row.policyVersion,
  };
}

function dataOf<Type extends keyof DepositFacts>({ type, schema, data }: Fact): DepositFacts[Type] {
  return upcast(type, schema, JSON.parse(data)).data as DepositFacts[Type];
}

function eventView(fact: Fact): DepositEventView {
  const data = dataOf(fact) as Partial<DepositFacts['DepositSeen']>;
  const { position, type, at, hash } = fact;
  const { confirmations = null, amount = null, blockHeight = null } = data;
  return { position, eventHash: hash, type, at, confirmations, amount, blockHeight };
}
