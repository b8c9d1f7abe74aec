import { Injectable } from '@nestjs/common';
import type { getDepositAddress, submitDeposit } from '../../../contracts/deposit.calls.js';
import type { DepositAddressView, DepositSubmittedView } from '../../../contracts/deposit.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type HouseCommand, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { amount, decimalsOf, ZERO } from '../../../shared/money.js';
import { Vault } from '../../core/ports/vault.js';
import { PrivateImages } from '../../core/ports/private-images.js';
import { decidedBy } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { addressIdOf } from './address.decider.js';
import { DepositChannels } from './deposit.channels.js';
import { AssignDepositAddress, OpenDepositAddress, SubmitDeposit } from './deposit.commands.js';
import { keyOf } from './deposit.reader.js';
import { canonicalHash, writingsOf } from './deposit.rules.js';
import { NotNow, DepositNotes } from './deposit.watcher.js';

type SubmitCall = CallContext<typeof submitDeposit>;

/** A person's calls: get a deposit address, and submit a proof. */
@Injectable()
export class DepositService {
  constructor(
    private readonly commands: Commands,
    private readonly channels: DepositChannels,
    private readonly notes: DepositNotes,
    private readonly vault: Vault,
    private readonly images: PrivateImages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** A repeat answers the same address; the first call assigns the network's next index. */
  async address(call: CallContext<typeof getDepositAddress>): Promise<DepositAddressView | Refusal> {
    const { channels } = this;
    const { network, currency } = call.input;
    const { userId } = call.session;
    const cause = { cause: call.requestToken?.cause };
    if (!this.isOpen(network, currency)) return this.closed();
    const index = await this.send(new AssignDepositAddress(this.context(userId, cause), { userId, network }));
    if (isRefusal(index)) return index;
    const { address, tag } = channels.chain.depositAddress(network, index.index);
    const addressId = addressIdOf(network, channels.chain.normalAddress(network, address), tag);
    const open = { userId, network, address, tag, addressId };
    const opened = await this.send(new OpenDepositAddress(this.context(userId, cause), open));
    if (isRefusal(opened)) return opened;
    // An address is answered only once it is watched, even after a crash.
    await channels.chain.watched();
    const assets = channels.chain.network(network)?.assets ?? [];
    const currencies = assets.map(([asset]) => asset).filter((asset) => this.isOpen(network, asset));
    return { network, currency, address, tag, currencies };
  }

  async submit(call: SubmitCall): Promise<DepositSubmittedView | Refusal> {
    const { userId } = call.session;
    const named = [...new Set(call.input.images)];
    const context = this.context(userId, call.requestToken);
    const submitted = await this.commands.prepare(context, () => this.submission(context, call, named));
    if (!submitted.ok) return submitted.refusal;
    const { depositId, status } = submitted.answer;
    await this.images.attach(userId, named, depositId);
    return { depositId, status };
  }

  private async submission(
    context: CommandContext,
    { session: { userId }, input }: SubmitCall,
    images: readonly string[],
  ): Promise<SubmitDeposit | Refusal> {
    const { network, currency, amount: declared } = input;
    if (!this.isOpen(network, currency)) return this.closed();
    const wrong = this.formProblem(input);
    if (wrong !== undefined) return wrong;
    const hash = await this.find(network, input.hash);
    if (isRefusal(hash)) return hash;
    return new SubmitDeposit(context, {
      userId,
      key: keyOf(network, hash),
      depositId: this.ids.next('deposit'),
      hash,
      declared,
      images,
      sealedNote: await this.sealed(userId, input.note),
      channel: this.channels.now(network, currency),
      problem: (await this.imageProblem(userId, images)) ?? null,
    });
  }

  private closed(): Refusal {
    return refuse('deposit.channel-closed', { field: 'network', ...decidedBy(this.channels.policy()) });
  }

  private isOpen(network: string, currency: string): boolean {
    const { channels } = this;
    return channels.chain.network(network) !== undefined && channels.now(network, currency).open;
  }

  private formProblem({ network, currency, amount: declared, hash }: SubmitCall['input']): Refusal | undefined {
    const decimals = this.channels.decimals(network, currency) ?? 0;
    const value = amount(declared);
    if (value === ZERO) return refuse('deposit.amount-zero', { field: 'amount' });
    if (decimalsOf(value) > decimals)
      return refuse('deposit.amount-over-precise', { field: 'amount', currency, decimals });
    if (hash === '') return refuse('deposit.hash-required', { field: 'hash' });
    return canonicalHash(hash) === undefined ? refuse('deposit.hash-invalid', { field: 'hash' }) : undefined;
  }

  /** The hash as its network writes it, with all that the network shows of it noted; as it was typed where it knows none. */
  private async find(network: string, typed: string): Promise<string | Refusal> {
    try {
      for (const hash of writingsOf(typed)) {
        const { transfer } = await this.notes.note(network, hash);
        if (transfer !== undefined) return transfer.hash;
      }
      return typed;
    } catch (error) {
      if (error instanceof NotNow) return refuse('request.unavailable');
      throw error;
    }
  }

  private async imageProblem(userId: string, images: readonly string[]): Promise<Refusal | undefined> {
    if (images.length === 0) return undefined;
    const wanted = Object.fromEntries(images.map((id) => [id, 'deposit-proof' as const]));
    const problem = await this.images.problem(userId, wanted);
    return problem && { ...problem, params: { ...problem.params, field: 'images' } };
  }

  private async sealed(userId: string, note: string) {
    return note === '' ? null : this.vault.seal(userId, 'deposit.note', note);
  }

  private async send<Answer>(command: HouseCommand<unknown, Answer>): Promise<Answer | Refusal> {
    const result = await this.commands.execute(command);
    return result.ok ? result.answer : result.refusal;
  }

  private context(userId: string, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}
