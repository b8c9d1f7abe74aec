import { Injectable } from '@nestjs/common';
import {
  CREDIT_CAUSES,
  CREDIT_PROOFS,
  pointsOf,
  type CreditCause,
  type CreditProof,
  type CreditProofView,
  type CreditRules,
  type CreditView,
} from '../../../contracts/credit.contract.js';
import type { Language } from '../../../shared/language.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { Messages } from '../../edge/http/messages.js';
import { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { creditKind, scoreAndStart, type CreditState, type ProofState } from './credit.decider.js';

export type CreditPolicies = PolicySource<{ 'credit.rules': CreditRules }>;

/** A person's durable credit. Few events each: they are folded on each read. */
@Injectable()
export class CreditReader {
  constructor(private readonly store: EventStore) {}

  async state(userId: string): Promise<CreditState> {
    return (await loadStream(this.store, 'real', creditKind, userId)).state;
  }
}

/** The score with all that moved it, and how each proof stands. */
@Injectable()
export class CreditQuery {
  constructor(
    private readonly reader: CreditReader,
    private readonly levels: VerificationLevels,
    private readonly policies: PolicySource<{ 'credit.rules': CreditRules }>,
    private readonly vault: Vault,
    private readonly texts: Messages,
  ) {}

  async view(lang: Language, userId: string): Promise<CreditView> {
    const { reader, levels, policies } = this;
    const state = await reader.state(userId);
    const { values, version } = policies.inForce('credit.rules');
    const changes = state.changes.map(({ at, cause, points, from, to, policy }) => {
      return { at, cause, points, from, to, version: policy.version };
    });
    const points = CREDIT_CAUSES.map((cause) => [cause, pointsOf(cause, values)] as const);
    return {
      ...scoreAndStart(state, values),
      floor: values.floor,
      ceiling: values.ceiling,
      assessedAt: changes.at(-1)?.at ?? null,
      changes: changes.reverse(),
      proofs: await Promise.all(CREDIT_PROOFS.map((proof) => this.proof(lang, userId, proof, state.proofs[proof]))),
      primaryPassed: (await levels.of(userId)).primary,
      points: Object.fromEntries(points) as Record<CreditCause, number>,
      version,
    };
  }

  private async proof(lang: Language, userId: string, proof: CreditProof, state: ProofState): Promise<CreditProofView> {
    const { vault, texts } = this;
    const { status, requestId, submittedAt, decidedAt, images, reasons, sealedNote } = state;
    return {
      proof,
      status,
      requestId,
      submittedAt,
      decidedAt,
      images: [...images],
      reasons: reasons.map((reason) => texts.text(lang, `review:reason.credit-proof.${reason}`, {})),
      note: sealedNote === null ? null : await vault.open(userId, 'review.note', sealedNote),
    };
  }
}
