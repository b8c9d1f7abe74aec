import { Injectable } from '@nestjs/common';
import type {
  addPayeeAddress,
  addPayeeCard,
  labelPayee,
  removePayee,
  setPaymentSettings,
} from '../../../contracts/payee.calls.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { PAYMENT_SETTINGS, type PayeeAddedView } from '../../../contracts/payee.contract.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Vault } from '../../core/ports/vault.js';
import type { Proven } from '../../core/proven.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { StepUp } from '../../core/ports/step-up.js';
import { addressOf } from '../../edge/auth/contact.js';
import type { CallContext } from '../../edge/http/call.js';
import { checkAddress } from './address.rules.js';
import { checkCard } from './bank-card.rules.js';
import { AddPayeeAddress, AddPayeeCard, LabelPayee, RemovePayee, SetPaymentSettings } from './payee.commands.js';
import { addingProblem } from './payee.decider.js';
import { CONTEXTS, PayeeReader } from './payee.reader.js';

type Sender = Pick<CallContext<typeof removePayee>, 'session' | 'requestToken'>;

/** Adding, removing and setting. Problems that need no proof are refused first, so that a mistyped digit spends no code. */
@Injectable()
export class PayeeService {
  constructor(
    private readonly commands: Commands,
    private readonly reader: PayeeReader,
    private readonly chain: SimulatedChain,
    private readonly vault: Vault,
    private readonly stepUp: StepUp,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  addAddress(call: CallContext<typeof addPayeeAddress>): Promise<PayeeAddedView | Refusal> {
    return this.added(call, (context) => this.addressOf(call, context));
  }

  addCard(call: CallContext<typeof addPayeeCard>): Promise<PayeeAddedView | Refusal> {
    return this.added(call, (context) => this.cardOf(call, context));
  }

  private async addressOf(
    call: CallContext<typeof addPayeeAddress>,
    context: CommandContext,
  ): Promise<AddPayeeAddress | Refusal> {
    const { chain, vault } = this;
    const { userId } = call.session;
    const { currency, network } = call.input;
    const texts = checkAddress(chain, call.input);
    if (isRefusal(texts)) return texts;
    const normal = chain.normalAddress(network, texts.address);
    const fingerprint = vault.fingerprint('payee', JSON.stringify([network, normal, texts.tag]));
    const policy = this.applied('addressesMax');
    const proof = await this.proved(call, 'address', { fingerprint, currency, policy });
    if (isRefusal(proof)) return proof;
    const sealedPayee = await vault.seal(userId, CONTEXTS.address, JSON.stringify(texts));
    const data = { userId, payeeId: this.ids.next('payee'), currency, network };
    return new AddPayeeAddress({ ...context, proof }, { ...data, sealedPayee, fingerprint, policy });
  }

  private async cardOf(
    call: CallContext<typeof addPayeeCard>,
    context: CommandContext,
  ): Promise<AddPayeeCard | Refusal> {
    const { vault } = this;
    const { userId } = call.session;
    const { token: _, lang: _lang, requestToken: _key, tradePassword: _trade, googleCode: _code, ...form } = call.input;
    const card = checkCard(form);
    if (isRefusal(card)) return card;
    const payeePhone = phoneOf(card.payeePhone, card.country);
    if (payeePhone === undefined) return refuse('account.phone-invalid', { field: 'payeePhone' });
    const { account, bic, routingNumber, isIban } = card;
    const named = isIban ? ['iban', account] : ['account', form.country, routingNumber, bic, account];
    const fingerprint = vault.fingerprint('payee', JSON.stringify(named));
    const policy = this.applied('cardsMax');
    const proof = await this.proved(call, 'card', { fingerprint, policy });
    if (isRefusal(proof)) return proof;
    const sealedPayee = await vault.seal(userId, CONTEXTS.card, JSON.stringify({ ...card, payeePhone }));
    const data = { userId, payeeId: this.ids.next('payee'), sealedPayee, fingerprint, policy };
    return new AddPayeeCard({ ...context, proof }, data);
  }

  /** Another name for an entry. It moves no money, so it needs no proof and does not cool off again. */
  async label(call: CallContext<typeof labelPayee>): Promise<null | Refusal> {
    const { reader, vault } = this;
    const { userId } = call.session;
    const { payeeId, label } = call.input;
    const entry = (await reader.state(userId)).entries.find(({ id }) => id === payeeId);
    const texts = entry && (await reader.texts(userId, entry));
    if (entry === undefined || texts === undefined) return refuse('payee.not-found');
    const sealedPayee = await vault.seal(userId, CONTEXTS[entry.kind], JSON.stringify({ ...texts, label }));
    const done = await this.commands.execute(new LabelPayee(this.context(call), { userId, payeeId, sealedPayee }));
    return done.ok ? null : done.refusal;
  }

  async remove(call: CallContext<typeof removePayee>): Promise<null | Refusal> {
    const data = { userId: call.session.userId, payeeId: call.input.payeeId };
    const done = await this.commands.execute(new RemovePayee(this.context(call), data));
    return done.ok ? null : done.refusal;
  }

  async setSettings(call: CallContext<typeof setPaymentSettings>): Promise<null | Refusal> {
    const { stepUp, vault } = this;
    const { userId } = call.session;
    const context = this.context(call);
    const done = await this.commands.prepare(context, async () => {
      const proof = await stepUp.prove(userId, 'trade', call.input, call.requestToken);
      if (isRefusal(proof)) return proof;
      const settings = Object.fromEntries(PAYMENT_SETTINGS.map((key) => [key, call.input[key]]));
      const sealedSettings = await vault.seal(userId, CONTEXTS.settings, JSON.stringify(settings));
      return new SetPaymentSettings({ ...context, proof }, { userId, sealedSettings });
    });
    return done.ok ? null : done.refusal;
  }

  /** First the book's problems, then the person's proof; the decider checks the book again. */
  private async proved(
    call: CallContext<typeof addPayeeAddress | typeof addPayeeCard>,
    kind: 'address' | 'card',
    request: Parameters<typeof addingProblem>[2],
  ): Promise<Proven | Refusal> {
    const { reader, stepUp } = this;
    const { userId } = call.session;
    const known = addingProblem(await reader.state(userId), kind, request);
    return known ?? stepUp.prove(userId, 'trade', call.input, call.requestToken);
  }

  private async added(
    call: Sender,
    make: (context: CommandContext) => Promise<AddPayeeAddress | AddPayeeCard | Refusal>,
  ): Promise<PayeeAddedView | Refusal> {
    const context = this.context(call);
    const done = await this.commands.prepare(context, () => make(context));
    return done.ok ? { payeeId: done.answer.payeeId ?? '', usableAt: done.answer.usableAt ?? 0 } : done.refusal;
  }

  private context({ session, requestToken }: Sender): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${session.userId}`, requestToken };
  }

  private applied(limit: 'addressesMax' | 'cardsMax'): AppliedPolicy {
    const { name, version, values } = this.policies.inForce('payee.rules');
    return { name, version, inputs: { coolingHours: values.coolingHours, most: values[limit] } };
  }
}

/** International form, empty when none was given, `undefined` when it is none. */
function phoneOf(written: string, country: string): string | undefined {
  if (written === '') return '';
  const address = addressOf(written, country);
  return isRefusal(address) || address.kind !== 'sms' ? undefined : address.to;
}
