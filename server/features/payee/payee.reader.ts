import { Injectable } from '@nestjs/common';
import type { PaymentSettings } from '../../../contracts/payee.contract.js';
import type { Instant } from '../../core/clock.js';
import type { StreamKind, View } from '../../core/decider.js';
import type { Payees, PayeeAddress, PayeeCard } from '../../core/ports/payees.js';
import type { Sealed } from '../../core/person.js';
import { Vault } from '../../core/ports/vault.js';
import type { Refusal } from '../../core/refusal.js';
import { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import type { AddressTexts } from './address.rules.js';
import type { CardTexts } from './bank-card.rules.js';
import {
  payeeKind,
  payingProblem,
  type AddressEntry,
  type CardEntry,
  type PayeeEntry,
  type PayeeState,
} from './payee.decider.js';

/** What each text is sealed as. */
export const CONTEXTS = { address: 'payee.address', card: 'payee.card', settings: 'payee.settings' } as const;

/** A person's durable address book, opened. A book is short: it is folded on each read, on every server alike. */
@Injectable()
export class PayeeReader implements Payees {
  constructor(
    private readonly store: EventStore,
    private readonly vault: Vault,
  ) {}

  async state(userId: string): Promise<PayeeState> {
    return (await loadStream(this.store, 'real', payeeKind, userId)).state;
  }

  stream(userId: string): readonly [kind: StreamKind<unknown>, id: string] {
    return [payeeKind as StreamKind<unknown>, userId];
  }

  refusal(view: View, userId: string, payeeId: string, at: Instant): Refusal | undefined {
    return payingProblem(view.state(payeeKind, userId), payeeId, at);
  }

  async address(userId: string, payeeId: string): Promise<PayeeAddress | undefined> {
    const { entries } = await this.state(userId);
    const entry = entries.find((one): one is AddressEntry => one.kind === 'address' && one.id === payeeId);
    const texts = entry && (await this.addressTexts(userId, entry));
    if (entry === undefined || texts === undefined) return undefined;
    const { id, currency, network, addedAt, usableAt } = entry;
    return { id, currency, network, ...texts, addedAt, usableAt };
  }

  async card(userId: string, payeeId: string): Promise<PayeeCard | undefined> {
    const { entries } = await this.state(userId);
    const entry = entries.find((one): one is CardEntry => one.kind === 'card' && one.id === payeeId);
    const texts = entry && (await this.cardTexts(userId, entry));
    if (entry === undefined || texts === undefined) return undefined;
    const { payeeName, account, bankName, label } = texts;
    const details = { payeeName, account, bankName, bic: given(texts.bic), routingNumber: given(texts.routingNumber) };
    return { id: entry.id, details, label, addedAt: entry.addedAt, usableAt: entry.usableAt };
  }

  async newestCard(userId: string, at: Instant): Promise<PayeeCard | undefined> {
    const { entries } = await this.state(userId);
    const newest = entries.findLast(({ kind, usableAt }) => kind === 'card' && usableAt <= at);
    return newest && this.card(userId, newest.id);
  }

  async paymentSettings(userId: string): Promise<PaymentSettings | null> {
    return this.settings(userId, await this.state(userId));
  }

  addressTexts(userId: string, { sealed }: AddressEntry): Promise<AddressTexts | undefined> {
    return this.open<AddressTexts>(userId, CONTEXTS.address, sealed);
  }

  cardTexts(userId: string, { sealed }: CardEntry): Promise<CardTexts | undefined> {
    return this.open<CardTexts>(userId, CONTEXTS.card, sealed);
  }

  texts(userId: string, entry: PayeeEntry): Promise<AddressTexts | CardTexts | undefined> {
    return entry.kind === 'address' ? this.addressTexts(userId, entry) : this.cardTexts(userId, entry);
  }

  async settings(userId: string, { settings }: PayeeState): Promise<PaymentSettings | null> {
    return (settings && (await this.open<PaymentSettings>(userId, CONTEXTS.settings, settings))) ?? null;
  }

  /** `undefined` once the person is erased. */
  private async open<Texts>(userId: string, context: string, sealed: Sealed): Promise<Texts | undefined> {
    const text = await this.vault.open(userId, context, sealed);
    return text === null ? undefined : (JSON.parse(text) as Texts);
  }
}

/** An empty text was not given. */
export const given = (text: string): string | null => (text === '' ? null : text);
