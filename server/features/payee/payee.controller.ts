import { Controller, Inject } from '@nestjs/common';
import {
  addPayeeAddressBody,
  addPayeeCardBody,
  getPayeesQuery,
  labelPayeeBody,
  removePayeeBody,
  setPaymentSettingsBody,
} from '../../../contracts/payee.contract.js';
import type { RefusalCode } from '../../../contracts/refusal.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { PayeeQuery } from './payee.query.js';
import { PayeeService } from './payee.service.js';

/** What the trade password and the authenticator's code may be refused by. */
const PROOF: RefusalCode[] = [
  'security.trade-password-missing',
  'security.trade-password-required',
  'security.trade-password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'account.locked',
  'request.unavailable',
];

@Controller()
export class PayeeController {
  constructor(
    @Inject(PayeeQuery) private readonly query: PayeeQuery,
    @Inject(PayeeService) private readonly payees: PayeeService,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getPayees',
    access: 'real',
    summary:
      'Saved withdrawal addresses, bank cards and payment settings, with the networks that addresses can be saved for.',
    input: getPayeesQuery,
    answer: 'PayeesView',
  })
  getPayees(asked: Asked<typeof getPayeesQuery, 'real'>) {
    return this.query.view(asked.session.userId);
  }

  @Call({
    method: 'POST',
    path: 'web/addPayeeAddress',
    access: 'real',
    summary: 'Saves a withdrawal address; it may be paid to once it has cooled off (policy `payee.rules`).',
    input: addPayeeAddressBody,
    answer: 'PayeeAddedView',
    refusals: [
      'payee.currency-not-on-network',
      'payee.address-format',
      'payee.address-checksum',
      'payee.address-network',
      'payee.tag-required',
      'payee.tag-unused',
      'payee.address-known',
      'payee.too-many',
      ...PROOF,
    ],
  })
  addPayeeAddress(asked: Asked<typeof addPayeeAddressBody, 'real'>) {
    return this.payees.addAddress(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/addPayeeCard',
    access: 'real',
    summary: 'Saves a bank card or account; it may be paid to once it has cooled off.',
    input: addPayeeCardBody,
    answer: 'PayeeAddedView',
    refusals: [
      'payee.country-unknown',
      'payee.account-format',
      'payee.iban-required',
      'payee.iban-country',
      'payee.iban-unknown-country',
      'payee.iban-length',
      'payee.iban-checksum',
      'payee.iban-format',
      'payee.bic-required',
      'payee.bic-format',
      'payee.routing-required',
      'payee.routing-checksum',
      'payee.routing-unused',
      'account.phone-invalid',
      'payee.card-known',
      'payee.too-many',
      ...PROOF,
    ],
  })
  addPayeeCard(asked: Asked<typeof addPayeeCardBody, 'real'>) {
    return this.payees.addCard(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/labelPayee',
    access: 'real',
    summary: 'Gives a saved address or bank card another name; it does not cool off again.',
    input: labelPayeeBody,
    answer: 'null',
    refusals: ['payee.not-found', 'request.unavailable'],
  })
  labelPayee(asked: Asked<typeof labelPayeeBody, 'real'>) {
    return this.payees.label(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/removePayee',
    access: 'real',
    summary: 'Takes an address or a bank card out of the book. What is on its way there goes on.',
    input: removePayeeBody,
    answer: 'null',
    refusals: ['payee.not-found'],
  })
  removePayee(asked: Asked<typeof removePayeeBody, 'real'>) {
    return this.payees.remove(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/setPaymentSettings',
    access: 'real',
    summary: 'Sets name, bank, Alipay and WeChat of the person, all six at once.',
    input: setPaymentSettingsBody,
    answer: 'null',
    refusals: PROOF,
  })
  setPaymentSettings(asked: Asked<typeof setPaymentSettingsBody, 'real'>) {
    return this.payees.setSettings(asked);
  }
}
