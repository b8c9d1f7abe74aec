import { Injectable } from '@nestjs/common';
import type { RecoveryView, SecurityView } from '../../../contracts/security.contract.js';
import type { SecurityCard, SecurityCards } from '../../core/ports/security-card.js';
import type { Session } from '../../edge/http/sessions.js';
import { NAME_CONTEXT } from './person.service.js';
import { nameFreeAt, type SecurityState } from './security.decider.js';
import { scoreOf } from './security.rules.js';
import { SecurityParts } from './security-parts.js';

/** A person's own security factors, each with its date; never a secret. */
@Injectable()
export class SecurityQuery implements SecurityCards {
  constructor(private readonly parts: SecurityParts) {}

  async of(userId: string): Promise<SecurityCard> {
    const state = await this.parts.proofs.state(userId);
    const nickname = await this.name(state);
    return { nickname, hasTradePassword: state.trade !== null, hasGoogle: state.google !== null };
  }

  async view(session: Session): Promise<SecurityView> {
    const { proofs, logins, unlocks, policies } = this.parts;
    const { userId } = session;
    const state = await proofs.state(userId);
    const [contacts, passwordSetAt] = await Promise.all([logins.contacts(userId), logins.passwordSetAt(userId)]);
    const { nameChangeDays } = policies.inForce('security.rules').values;
    return {
      password: { setAt: passwordSetAt },
      google: { boundAt: state.google?.secret.at ?? null, recoveryCodesLeft: codesLeft(state) },
      tradePassword: { setAt: state.trade?.at ?? null, unlocked: (await unlocks.refusal(session)) === undefined },
      questions: { setAt: state.questions?.at ?? null },
      email: contacts.email?.masked ?? null,
      phone: contacts.phone?.masked ?? null,
      name: { shown: await this.name(state), changeableAt: nameFreeAt(state, nameChangeDays) },
      score: this.score(state, passwordSetAt, contacts),
      recovery: recoveryOf(state),
    };
  }

  /** The personal data for their export: since when each factor is set, and the name; never a secret. */
  async held(userId: string) {
    const state = await this.parts.proofs.state(userId);
    return {
      googleBoundAt: state.google?.secret.at ?? null,
      recoveryCodesLeft: codesLeft(state),
      tradePasswordSetAt: state.trade?.at ?? null,
      questionsSetAt: state.questions?.at ?? null,
      name: await this.name(state),
      recovery: recoveryOf(state),
    };
  }

  private score(
    state: SecurityState,
    passwordSetAt: number | null,
    contacts: { email: unknown; phone: unknown },
  ): SecurityView['score'] {
    const { name, version, values } = this.parts.policies.inForce('security.score');
    const facts = {
      passwordSetAt,
      google: state.google !== null,
      tradePassword: state.trade !== null,
      phone: contacts.phone !== null,
      email: contacts.email !== null,
      questions: state.questions !== null,
      recoveryCodesLeft: codesLeft(state),
      recoveryCodesIssued: state.google?.codes.issued ?? 0,
    };
    const items = scoreOf(facts, values, this.parts.clock.now());
    const sum = (of: 'points' | 'max'): number => items.reduce((total, item) => total + item[of], 0);
    return { points: sum('points'), max: sum('max'), items, policy: name, version };
  }

  private async name({ userId, nickname }: SecurityState): Promise<string | null> {
    return nickname && this.parts.vault.open(userId, NAME_CONTEXT, nickname.sealed);
  }
}

function codesLeft({ google }: SecurityState): number {
  return google === null ? 0 : google.codes.issued - google.codes.used.length;
}

function recoveryOf({ removal }: SecurityState): RecoveryView | null {
  if (removal === null) return null;
  const { requestedAt, effectAt } = removal;
  const { name: policy, version, inputs } = removal.policy;
  const { waitingHours, withdrawalHours } = inputs as { waitingHours: number; withdrawalHours: number };
  return { requestedAt, effectAt, policy, version, waitingHours, withdrawalHours };
}
