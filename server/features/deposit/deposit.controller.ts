import { Controller, Inject } from '@nestjs/common';
import {
  exportDepositsQuery,
  getDepositAddressQuery,
  getDepositChannelsQuery,
  getDepositQuery,
  getDepositsQuery,
  submitDepositBody,
} from '../../../contracts/deposit.contract.js';
import { refuse } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { Files } from '../../edge/work/files.js';
import { DEPOSITS_FILE } from './deposit-file.js';
import { DepositChannels } from './deposit.channels.js';
import { DepositQuery } from './deposit.query.js';
import { DepositService } from './deposit.service.js';

@Controller()
export class DepositController {
  constructor(
    @Inject(DepositChannels) private readonly channels: DepositChannels,
    @Inject(DepositService) private readonly deposits: DepositService,
    @Inject(DepositQuery) private readonly query: DepositQuery,
    @Inject(Files) private readonly files: Files,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getDepositChannels',
    access: 'real',
    summary: 'Currencies and networks that deposits are taken in, with minimums and confirmations.',
    input: getDepositChannelsQuery,
    answer: 'DepositChannelsView',
  })
  getDepositChannels(_: Asked<typeof getDepositChannelsQuery, 'real'>) {
    return silently(this.channels.all());
  }

  @Call({
    method: 'GET',
    path: 'web/getDepositAddress',
    access: 'real',
    summary: 'The own address on a network; the first asking assigns it for ever.',
    input: getDepositAddressQuery,
    answer: 'DepositAddressView',
    refusals: ['deposit.channel-closed', 'account.frozen', 'account.not-found', 'request.unavailable'],
  })
  getDepositAddress(asked: Asked<typeof getDepositAddressQuery, 'real'>) {
    return this.deposits.address(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/submitDeposit',
    access: 'real',
    summary:
      'Says what was sent, by its hash. What the network knows confirms by itself; everything else waits for staff.',
    input: submitDepositBody,
    answer: 'DepositSubmittedView',
    refusals: [
      'deposit.channel-closed',
      'deposit.amount-zero',
      'deposit.amount-over-precise',
      'deposit.hash-required',
      'deposit.hash-invalid',
      'account.frozen',
      'account.not-found',
      'deposit.too-many-waiting',
      'image.not-found',
      'image.purpose-wrong',
      'image.already-used',
      'deposit.hash-used',
      'request.unavailable',
    ],
  })
  submitDeposit(asked: Asked<typeof submitDepositBody, 'real'>) {
    return this.deposits.submit(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/getDeposits',
    access: 'real',
    summary: 'Own deposits, newest first, by currency, network, label, beginning of the hash and period.',
    input: getDepositsQuery,
    answer: 'Page<DepositView>',
    refusals: ['request.unavailable'],
  })
  getDeposits({ session, input }: Asked<typeof getDepositsQuery, 'real'>) {
    return this.query.page(session.userId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getDeposit',
    access: 'real',
    summary: 'One deposit, fact by fact, with the place and hash of each in the history.',
    input: getDepositQuery,
    answer: 'DepositDetailView',
    refusals: ['deposit.not-found'],
  })
  getDeposit({ lang, session, input }: Asked<typeof getDepositQuery, 'real'>) {
    return this.query.detail(lang, session.userId, input.depositId);
  }

  @Call({
    method: 'GET',
    path: 'web/exportDeposits',
    access: 'real',
    summary: 'Own deposits as a CSV file (RFC 4180, UTF-8), newest first.',
    input: exportDepositsQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async exportDeposits({ session, input }: Asked<typeof exportDepositsQuery, 'real'>) {
    if (!(await this.query.ready())) return refuse('request.unavailable');
    return this.files.csv('deposits', DEPOSITS_FILE, { userId: session.userId, filters: input });
  }
}
