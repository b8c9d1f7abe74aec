import { Injectable } from '@nestjs/common';
import { IDENTITY_LEVELS, type IdentityLevel, type SentFields } from '../../../contracts/identity.contract.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import type { StreamKind, View } from '../../core/decider.js';
import { Vault } from '../../core/ports/vault.js';
import type { VerificationLevels, VerifiedLevels } from '../../core/ports/verification.js';
import { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { identityKind, type IdentityState, type SentRequest } from './identity.decider.js';
import type { IdentitySubmitted } from './identity.events.js';

/** A person's durable levels, and their forms, opened. Few events each: they are folded on each read. */
@Injectable()
export class IdentityReader implements VerificationLevels {
  constructor(
    private readonly store: EventStore,
    private readonly vault: Vault,
    private readonly gate: AccountGate,
  ) {}

  async state(userId: string): Promise<IdentityState> {
    return (await loadStream(this.store, 'real', identityKind, userId)).state;
  }

  async nationality(userId: string): Promise<string | null> {
    const { state } = await loadStream(this.store, 'real', ...this.gate.stream(userId));
    return this.gate.nationality(state);
  }

  /** The form of a request; `null` after erasure. */
  async form(
    userId: string,
    level: IdentityLevel,
    request: Pick<SentRequest, 'sealedForm'>,
  ): Promise<SentFields | null> {
    const opened = await this.vault.open(userId, `identity.${level}`, request.sealedForm);
    return opened === null ? null : (JSON.parse(opened) as SentFields);
  }

  /** All that was ever sent at a level, the oldest first; an answer stands under the request that it answers. */
  async requests(userId: string, level: IdentityLevel): Promise<IdentitySubmitted[]> {
    const events = await this.store.readStream('real', `identity-${userId}`);
    return events
      .filter(({ type }) => type === 'IdentitySubmitted' || type === 'IdentityAnswered')
      .map(({ data }) => data as IdentitySubmitted)
      .filter((sent) => sent.level === level);
  }

  stream(userId: string): readonly [kind: StreamKind<unknown>, id: string] {
    return [identityKind as StreamKind<unknown>, userId];
  }

  levels(view: View, userId: string): VerifiedLevels {
    return verified(view.state(identityKind, userId));
  }

  async of(userId: string): Promise<VerifiedLevels> {
    return verified(await this.state(userId));
  }

  async realName(userId: string): Promise<string | null> {
    const { status, request } = (await this.state(userId)).primary;
    if (status !== 'passed' || request === null) return null;
    return (await this.form(userId, 'primary', request))?.['realName'] ?? null;
  }

  async portraits(userId: string): ReturnType<VerificationLevels['portraits']> {
    const { status, request } = (await this.state(userId)).primary;
    if (status !== 'passed' || request === null) return [];
    const { front, held } = request.images;
    const images = [
      [front, 'document-front'],
      [held, 'document-held'],
    ] as const;
    return images.flatMap(([id, purpose]) => (id === undefined ? [] : [{ id, purpose }]));
  }
}

function verified(state: IdentityState): VerifiedLevels {
  const passed = IDENTITY_LEVELS.map((level) => [level, state[level].status === 'passed']);
  return Object.fromEntries(passed) as Record<IdentityLevel, boolean>;
}
