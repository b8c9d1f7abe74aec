import { Injectable } from '@nestjs/common';
import {
  IDENTITY_LEVELS,
  type IdentityFormView,
  type IdentityLevel,
  type IdentityLevelView,
  type IdentityView,
} from '../../../contracts/identity.contract.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import type { Level, IdentityState } from './identity.decider.js';
import { IdentityReader } from './identity.reader.js';
import { idsOf, maskedNumber, needsPrimary, type IdentityRules } from './identity.rules.js';

/** A person's view of their own verification. */
@Injectable()
export class IdentityQuery {
  constructor(
    private readonly reader: IdentityReader,
    private readonly vault: Vault,
    private readonly policies: PolicySource<{ 'identity.rules': IdentityRules }>,
  ) {}

  async view(userId: string): Promise<IdentityView> {
    const [state, country] = await Promise.all([this.reader.state(userId), this.reader.nationality(userId)]);
    const levels = await Promise.all(IDENTITY_LEVELS.map((level) => this.level(userId, level, state)));
    const { name, version, values } = this.policies.inForce('identity.rules');
    const rules = {
      documentTypes: idsOf(values.documentTypes),
      typesWithBack: idsOf(values.typesWithBack),
      ageMin: values.ageMin,
      billAgeDaysMax: values.billAgeDaysMax,
      policy: name,
      version,
    };
    return { country, levels, rules };
  }

  /** Only what may be sent again is shown in full. */
  async lastForm(userId: string, level: IdentityLevel): Promise<IdentityFormView | null> {
    const held = (await this.reader.state(userId))[level];
    if (held.request === null || held.status === 'under-review' || held.status === 'passed') return null;
    const fields = await this.reader.form(userId, level, held.request);
    return fields === null ? null : { fields, images: { ...held.request.images } };
  }

  /** Everything that was ever sent, opened, for the person's own export. */
  async export(userId: string): Promise<unknown> {
    const all = await Promise.all(IDENTITY_LEVELS.map((level) => this.reader.requests(userId, level)));
    return Promise.all(
      all.flat().map(async (sent) => {
        const { level, requestId, attempt, images } = sent;
        return { level, requestId, attempt, images, fields: await this.reader.form(userId, level, sent) };
      }),
    );
  }

  private async level(userId: string, level: IdentityLevel, state: IdentityState): Promise<IdentityLevelView> {
    const held = state[level];
    const { attempts } = held;
    const locked = needsPrimary(level) && state.primary.status !== 'passed' ? 'primary-required' : null;
    const noQuestion = { advice: null, answerBy: null };
    const empty = {
      requestId: null,
      submittedAt: null,
      decidedAt: null,
      reasons: [],
      note: null,
      sent: null,
      ...noQuestion,
    };
    if (held.status === 'none') return { level, state: 'none', locked, attempts, ...empty };
    const { request } = held;
    const fields = await this.reader.form(userId, level, request);
    const masked = fields?.['documentNumber'];
    return {
      level,
      state: held.status,
      locked,
      attempts,
      requestId: request.requestId,
      submittedAt: request.submittedAt,
      decidedAt: 'decidedAt' in held ? held.decidedAt : null,
      reasons: 'reasons' in held ? [...held.reasons] : [],
      note: await this.note(userId, held),
      ...(held.status === 'answer-needed' ? { advice: held.advice, answerBy: held.until } : noQuestion),
      sent: masked === undefined ? fields : { ...fields, documentNumber: maskedNumber(masked) },
    };
  }

  private async note(userId: string, held: Level): Promise<string | null> {
    if (held.status !== 'rejected' || held.sealedNote === null) return null;
    return this.vault.open(userId, 'review.note', held.sealedNote);
  }
}
