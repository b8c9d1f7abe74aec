import { Injectable } from '@nestjs/common';
import type {
  submitAddress,
  submitAdvanced,
  submitPrimary,
  withdrawIdentity,
} from '../../../contracts/identity.calls.js';
import {
  IDENTITY_LEVELS,
  type IdentityLevel,
  type IdentitySubmittedView,
} from '../../../contracts/identity.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type RequestToken } from '../../core/command.js';
import type { Cause } from '../../core/event.js';
import { Ids } from '../../core/ids.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { PrivateImages } from '../../core/ports/private-images.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { skeletonOf } from './document-number.rules.js';
import { EraseIdentity, SubmitIdentity, WithdrawIdentity } from './identity.commands.js';
import { holdsDocument, type SentRequest } from './identity.decider.js';
import type { DocumentFields } from './identity.events.js';
import { IdentityReader } from './identity.reader.js';
import { normalName } from './name.rules.js';
import { checkAddress, checkAdvanced, checkPrimary, type IdentityRules, type OrderlyForm } from './identity.rules.js';

/** Whose it is, and under which request token. */
interface PersonCall {
  readonly session: { readonly userId: string };
  readonly requestToken?: RequestToken | undefined;
}

/** A person's calls for their levels: submit and cancel. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly commands: Commands,
    private readonly reader: IdentityReader,
    private readonly vault: Vault,
    private readonly images: PrivateImages,
    private readonly policies: PolicySource<{ 'identity.rules': IdentityRules }>,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  submitPrimary(call: CallContext<typeof submitPrimary>): Promise<IdentitySubmittedView | Refusal> {
    const rules = this.policies.inForce('identity.rules');
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    return this.submit(call, 'primary', checkPrimary(call.input, rules, day));
  }

  submitAdvanced(call: CallContext<typeof submitAdvanced>): Promise<IdentitySubmittedView | Refusal> {
    const { occupation, monthlyIncome, wealthSource, expectedAmount, assetProof, proof } = call.input;
    const typed = { occupation, monthlyIncome, wealthSource, expectedAmount, assetProof, proof };
    return this.submit(call, 'advanced', checkAdvanced(typed));
  }

  submitAddress(call: CallContext<typeof submitAddress>): Promise<IdentitySubmittedView | Refusal> {
    return this.submit(call, 'address', checkAddress(call.input));
  }

  async withdraw(call: CallContext<typeof withdrawIdentity>): Promise<null | Refusal> {
    const { userId } = call.session;
    const { level } = call.input;
    const held = (await this.reader.state(userId))[level];
    const isOpen = held.status === 'under-review' || held.status === 'answer-needed';
    const request = isOpen ? openOf(held.request) : null;
    const command = new WithdrawIdentity(this.by(call), { userId, level, request });
    const result = await this.commands.execute(command);
    return result.ok ? null : result.refusal;
  }

  /** Once the person is erased nothing of theirs waits for staff, and another account may use the document. */
  async erase(userId: string, cause: Cause | undefined): Promise<void> {
    const state = await this.reader.state(userId);
    const open = IDENTITY_LEVELS.map((level) => state[level]).filter(
      ({ status }) => status === 'under-review' || status === 'answer-needed',
    );
    const { primary } = state;
    const data = {
      userId,
      requestIds: open.flatMap(({ request }) => (request === null ? [] : [request.requestId])),
      fingerprint: holdsDocument(primary) ? (primary.request.document?.fingerprint ?? null) : null,
    };
    const context = this.by({ session: { userId }, requestToken: { cause } });
    const erased = await this.commands.execute(new EraseIdentity(context, data));
    if (!erased.ok) throw new Error(`the identity was not erased: ${erased.refusal.refusal}`);
  }

  private async submit(
    call: PersonCall,
    level: IdentityLevel,
    checked: OrderlyForm | Refusal,
  ): Promise<IdentitySubmittedView | Refusal> {
    const { userId } = call.session;
    const { ids, images, policies, commands } = this;
    const { name, version, values } = policies.inForce('identity.rules');
    const { documentTypes, typesWithBack, ageMin } = values;
    const inputs = level === 'primary' ? { documentTypes, typesWithBack, ageMin } : {};
    const held = (await this.reader.state(userId))[level];
    const question = held.status === 'answer-needed' ? openOf(held.request) : null;
    const data = {
      userId,
      level,
      requestId: question?.requestId ?? ids.next('identity'),
      answers: question === null ? null : { fingerprint: question.fingerprint },
      form: await this.form(userId, level, checked),
      policy: { name, version, inputs },
    };
    const result = await commands.execute(new SubmitIdentity(this.by(call), data));
    if (!result.ok) return result.refusal;
    const { requestId } = result.answer;
    if (!('problem' in data.form)) await images.attach(userId, Object.values(data.form.images), requestId);
    return { level, requestId };
  }

  private async form(
    userId: string,
    level: IdentityLevel,
    checked: OrderlyForm | Refusal,
  ): Promise<SubmitIdentity['data']['form']> {
    if (isRefusal(checked)) return { problem: checked };
    const problem = await this.imagesProblem(userId, level, checked.images);
    if (problem !== undefined) return { problem };
    const { fields, images } = checked;
    return {
      sealedForm: await this.vault.seal(userId, `identity.${level}`, JSON.stringify(fields)),
      images: Object.fromEntries(Object.entries(images).map(([field, { id }]) => [field, id])),
      document: level === 'primary' ? this.document(fields) : null,
      isOfRegistration:
        level !== 'primary' || [null, fields['country']].includes(await this.reader.nationality(userId)),
    };
  }

  /** A rejected, cancelled or questioned request may be sent again with the same images at the same fields. */
  private async imagesProblem(
    userId: string,
    level: IdentityLevel,
    images: OrderlyForm['images'],
  ): Promise<Refusal | undefined> {
    const before = (await this.reader.state(userId))[level].request?.images ?? {};
    for (const [field, { id, purpose }] of Object.entries(images)) {
      if (before[field] === id) continue;
      const problem = await this.images.problem(userId, { [id]: purpose });
      if (problem !== undefined) return { ...problem, params: { ...problem.params, field } };
    }
    return undefined;
  }

  private document({
    country,
    documentType,
    documentNumber = '',
    realName = '',
  }: OrderlyForm['fields']): DocumentFields {
    const number = skeletonOf(documentNumber);
    const { vault } = this;
    return {
      type: Number(documentType),
      fingerprint: vault.fingerprint('document', `${country} ${documentType} ${number}`),
      numberFingerprint: vault.fingerprint('document', number),
      nameFingerprint: vault.fingerprint('name', normalName(realName)),
    };
  }

  private by({ session, requestToken }: PersonCall): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${session.userId}`, requestToken };
  }
}

function openOf({ requestId, document }: SentRequest): NonNullable<WithdrawIdentity['data']['request']> {
  return { requestId, fingerprint: document?.fingerprint ?? null };
}
