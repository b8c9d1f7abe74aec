import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { PayeeAddressView, PayeeCardView, PayeesView } from '../../../contracts/payee.contract.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import type { AddressEntry, CardEntry, PayeeState } from './payee.decider.js';
import { given, PayeeReader } from './payee.reader.js';

/** A person's own address book, newest first, and its rules. */
@Injectable()
export class PayeeQuery {
  constructor(
    private readonly reader: PayeeReader,
    private readonly chain: SimulatedChain,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  async view(userId: string): Promise<PayeesView> {
    const { name, version, values } = this.policies.inForce('payee.rules');
    return {
      ...(await this.book(userId)),
      networks: this.chain.networks().map(({ id, assets, usesTag }) => {
        return { id, currencies: assets.map(([asset]) => asset), usesTag };
      }),
      rules: { ...values, policy: name, version },
      now: this.clock.now(),
    };
  }

  /** The same without the rules: what a person's export holds. */
  async book(userId: string): Promise<Pick<PayeesView, 'addresses' | 'cards' | 'settings'>> {
    const state = await this.reader.state(userId);
    const [addresses, cards, settings] = await Promise.all([
      this.addresses(userId, state),
      this.cards(userId, state),
      this.reader.settings(userId, state),
    ]);
    return { addresses, cards, settings };
  }

  private async addresses(userId: string, { entries }: PayeeState): Promise<PayeeAddressView[]> {
    const kept = entries.filter((entry): entry is AddressEntry => entry.kind === 'address').toReversed();
    const views = kept.map(async (entry): Promise<PayeeAddressView[]> => {
      const texts = await this.reader.addressTexts(userId, entry);
      const { id, currency, network, addedAt, usableAt } = entry;
      return texts === undefined ? [] : [{ id, currency, network, ...texts, addedAt, usableAt }];
    });
    return (await Promise.all(views)).flat();
  }

  private async cards(userId: string, { entries }: PayeeState): Promise<PayeeCardView[]> {
    const kept = entries.filter((entry): entry is CardEntry => entry.kind === 'card').toReversed();
    const views = kept.map(async (entry): Promise<PayeeCardView[]> => {
      const texts = await this.reader.cardTexts(userId, entry);
      if (texts === undefined) return [];
      const { id, addedAt, usableAt } = entry;
      return [{ id, ...texts, bic: given(texts.bic), routingNumber: given(texts.routingNumber), addedAt, usableAt }];
    });
    return (await Promise.all(views)).flat();
  }
}
