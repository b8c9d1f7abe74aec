import { Injectable } from '@nestjs/common';
import type { submitCreditProof } from '../../../contracts/credit.calls.js';
import type { CreditProofSubmittedView } from '../../../contracts/credit.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PrivateImages } from '../../core/ports/private-images.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { SubmitCreditProof } from './credit.commands.js';
import { CreditReader } from './credit.query.js';

/** Takes credit proofs. */
@Injectable()
export class CreditService {
  constructor(
    private readonly commands: Commands,
    private readonly reader: CreditReader,
    private readonly images: PrivateImages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async submit(call: CallContext<typeof submitCreditProof>): Promise<CreditProofSubmittedView | Refusal> {
    const { commands, images, clock, ids } = this;
    const { userId } = call.session;
    const { proof, images: sent } = call.input;
    const requestId = ids.next('credit');
    const request = { userId, requestId, proof, images: [...new Set(sent)] };
    const problem = (await this.imagesProblem(request)) ?? null;
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, requestToken: call.requestToken };
    const result = await commands.execute(new SubmitCreditProof(context, { ...request, problem }));
    if (!result.ok) return result.refusal;
    await images.attach(userId, request.images, result.answer.requestId);
    return { requestId: result.answer.requestId };
  }

  /** What was rejected may be sent again with the same images. */
  private async imagesProblem({
    userId,
    proof,
    images,
  }: Omit<SubmitCreditProof['data'], 'problem'>): Promise<Refusal | undefined> {
    if (images.length === 0) return refuse('credit.image-required', { field: 'images' });
    const before = new Set((await this.reader.state(userId)).proofs[proof].images);
    const fresh = images.filter((id) => !before.has(id));
    const wanted = Object.fromEntries(fresh.map((id) => [id, 'credit-proof' as const]));
    const problem = await this.images.problem(userId, wanted);
    return problem && { ...problem, params: { ...problem.params, field: 'images' } };
  }
}
