import { Controller, Inject } from '@nestjs/common';
import { getCreditQuery, submitCreditProofBody } from '../../../contracts/credit.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { CreditQuery } from './credit.query.js';
import { CreditService } from './credit.service.js';

@Controller()
export class CreditController {
  constructor(
    @Inject(CreditQuery) private readonly query: CreditQuery,
    @Inject(CreditService) private readonly credit: CreditService,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getCredit',
    access: 'real',
    summary: 'Credit score, everything that raised or lowered it, and how each proof stands.',
    input: getCreditQuery,
    answer: 'CreditView',
  })
  async getCredit({ lang, session }: Asked<typeof getCreditQuery, 'real'>) {
    return silently(await this.query.view(lang, session.userId));
  }

  @Call({
    method: 'POST',
    path: 'web/submitCreditProof',
    access: 'real',
    summary: 'Sends a credit proof for review. Its images are uploaded before and named by id, parted by commas.',
    input: submitCreditProofBody,
    answer: 'CreditProofSubmittedView',
    refusals: [
      'account.frozen',
      'account.not-found',
      'credit.identity-required',
      'credit.proof-under-review',
      'credit.proof-accepted',
      'credit.image-required',
      'image.not-found',
      'image.purpose-wrong',
      'image.already-used',
      'request.unavailable',
    ],
  })
  submitCreditProof(asked: Asked<typeof submitCreditProofBody, 'real'>) {
    return this.credit.submit(asked);
  }
}
