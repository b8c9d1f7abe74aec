import { Controller, Inject } from '@nestjs/common';
import {
  getIdentityFormQuery,
  getIdentityQuery,
  levelBody,
  submitAddressBody,
  submitAdvancedBody,
  submitPrimaryBody,
} from '../../../contracts/identity.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { IdentityQuery } from './identity.query.js';
import { IdentityService } from './identity.service.js';

const IMAGE_REFUSALS = ['image.not-found', 'image.purpose-wrong', 'image.already-used'] as const;
const ACCOUNT_REFUSALS = ['account.frozen', 'account.not-found', 'request.unavailable'] as const;
const LEVEL_REFUSALS = ['identity.already-verified', 'identity.under-review', 'identity.primary-required'] as const;

@Controller()
export class IdentityController {
  constructor(
    @Inject(IdentityService) private readonly identity: IdentityService,
    @Inject(IdentityQuery) private readonly query: IdentityQuery,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getIdentity',
    access: 'real',
    summary: 'How far one is verified: the three levels with their states, and the rules that their forms follow.',
    input: getIdentityQuery,
    answer: 'IdentityView',
  })
  async getIdentity({ session }: Asked<typeof getIdentityQuery, 'real'>) {
    return silently(await this.query.view(session.userId));
  }

  @Call({
    method: 'GET',
    path: 'web/getIdentityForm',
    access: 'real',
    summary: 'What was rejected or taken back, in full, to be corrected and sent again.',
    input: getIdentityFormQuery,
    answer: 'IdentityFormView',
  })
  async getIdentityForm({ session, input }: Asked<typeof getIdentityFormQuery, 'real'>) {
    return silently(await this.query.lastForm(session.userId, input.level));
  }

  @Call({
    method: 'POST',
    path: 'web/submitPrimary',
    access: 'real',
    summary: 'Sends name, document and its photos for review. The images are uploaded before and named by id.',
    input: submitPrimaryBody,
    answer: 'IdentitySubmittedView',
    refusals: [
      ...ACCOUNT_REFUSALS,
      'identity.already-verified',
      'identity.under-review',
      'identity.country-empty',
      'identity.document-type-empty',
      'identity.document-type-not-accepted',
      'identity.name-empty',
      'identity.name-invalid',
      'identity.number-empty',
      'identity.number-invalid',
      'identity.birth-date-empty',
      'identity.birth-date-invalid',
      'identity.too-young',
      'identity.front-missing',
      'identity.back-missing',
      'identity.held-missing',
      ...IMAGE_REFUSALS,
      'identity.country-fixed',
      'identity.document-used',
    ],
  })
  submitPrimary(asked: Asked<typeof submitPrimaryBody, 'real'>) {
    return this.identity.submitPrimary(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/submitAdvanced',
    access: 'real',
    summary: 'Sends occupation, income, source of wealth and a proof of assets for review.',
    input: submitAdvancedBody,
    answer: 'IdentitySubmittedView',
    refusals: [
      ...ACCOUNT_REFUSALS,
      ...LEVEL_REFUSALS,
      'identity.answer-empty',
      'identity.proof-missing',
      ...IMAGE_REFUSALS,
    ],
  })
  submitAdvanced(asked: Asked<typeof submitAdvancedBody, 'real'>) {
    return this.identity.submitAdvanced(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/submitAddress',
    access: 'real',
    summary: 'Sends the address and a utility or broadband bill for review.',
    input: submitAddressBody,
    answer: 'IdentitySubmittedView',
    refusals: [
      ...ACCOUNT_REFUSALS,
      ...LEVEL_REFUSALS,
      'identity.country-empty',
      'identity.address-empty',
      'identity.address-invalid',
      'identity.answer-empty',
      'identity.proof-missing',
      ...IMAGE_REFUSALS,
    ],
  })
  submitAddress(asked: Asked<typeof submitAddressBody, 'real'>) {
    return this.identity.submitAddress(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/withdrawIdentity',
    access: 'real',
    summary: 'Takes one’s own open request back before anybody decided.',
    input: levelBody,
    answer: 'null',
    refusals: [...ACCOUNT_REFUSALS, 'identity.already-verified', 'identity.nothing-to-withdraw'],
  })
  withdrawIdentity(asked: Asked<typeof levelBody, 'real'>) {
    return this.identity.withdraw(asked);
  }
}
