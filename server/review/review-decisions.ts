import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ReviewDecisionView, ReviewRow } from '../../contracts/review.contract.js';
import type { Sealed } from '../core/person.js';
import { Vault } from '../core/ports/vault.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { EventStore } from '../engine/history/event-store.js';
import { MASK } from '../edge/auth/masking.js';
import type { ReviewEvent, ReviewGrounds } from './review.events.js';

const EVENTS_MAX = 1_000;

/** Why a request stands as it does: each approval, rejection, question and escalation with what it rested on, from the history. */
@Injectable()
export class ReviewDecisions {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly vault: Vault,
  ) {}

  async of({ roles }: StaffSession, { id, userId }: ReviewRow): Promise<ReviewDecisionView[]> {
    const { store } = this;
    const events = await store.readStream('real', `review-${id}`, 0, Number.MAX_SAFE_INTEGER, EVENTS_MAX);
    const decisions = (events as ReviewEvent[]).flatMap(decided);
    const names = await this.namesOf(decisions.map(({ staffId }) => staffId));
    const readable = roles.includes('reviewer') || roles.includes('risk');
    return Promise.all(
      decisions.map(async ({ outcome, at, staffId, reasons, grounds }) => ({
        outcome,
        at,
        staffId,
        name: names.get(staffId) ?? staffId,
        reasons: [...reasons],
        signals: grounds.signals?.map((signal) => ({ ...signal, inputs: { ...signal.inputs } })) ?? null,
        policies: grounds.policies.map(({ name, version }) => ({ name, version })),
        images: grounds.images.map((image) => ({ ...image })),
        checks: [...grounds.checks],
        remark: await this.remark(userId, grounds.sealedRemark, readable),
      })),
    );
  }

  private async remark(userId: string, sealed: Sealed | null, readable: boolean): Promise<string> {
    if (sealed === null) return '';
    if (!readable) return MASK;
    return (await this.vault.open(userId, 'review.remark', sealed)) ?? MASK;
  }

  private async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<{ id: string; name: string }>(
      'SELECT staff_id AS id, name FROM staff_accounts WHERE staff_id = ANY ($1)',
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}

interface Decided {
  readonly outcome: ReviewDecisionView['outcome'];
  readonly at: number;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly grounds: ReviewGrounds;
}

function decided({ type, at, data }: ReviewEvent): Decided[] {
  switch (type) {
    case 'ReviewFirstApproved':
      return [{ outcome: 'seconded', at, staffId: data.staffId, reasons: [], grounds: data.grounds }];
    case 'ReviewApproved':
      return [{ outcome: 'approved', at, staffId: data.staffId, reasons: [], grounds: data.grounds }];
    case 'ReviewRejected':
      return [{ outcome: 'rejected', at, staffId: data.staffId, reasons: data.reasons, grounds: data.grounds }];
    case 'ReviewMoreRequested':
      return [{ outcome: 'asked', at, staffId: data.staffId, reasons: data.reasons, grounds: noted(data) }];
    case 'ReviewEscalated':
      return [{ outcome: 'escalated', at, staffId: data.staffId, reasons: [data.reason], grounds: noted(data) }];
    case 'ReviewReturned':
      return [{ outcome: 'returned', at, staffId: data.staffId, reasons: [], grounds: noted(data) }];
    default:
      return [];
  }
}

/** A step that decides nothing rests on nothing but its note. */
const noted = ({ sealedRemark }: Pick<ReviewGrounds, 'sealedRemark'>): ReviewGrounds => ({
  signals: null,
  policies: [],
  images: [],
  checks: [],
  sealedRemark,
});
