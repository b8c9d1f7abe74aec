import { Controller, Inject } from '@nestjs/common';
import type { RefusalCode } from '../../../contracts/refusal.contract.js';
import {
  cancelWithdrawalBody,
  exportWithdrawalsQuery,
  getWithdrawalQuery,
  getWithdrawalRulesQuery,
  getWithdrawalsQuery,
  previewWithdrawalQuery,
  submitWithdrawalBody,
} from '../../../contracts/withdrawal.contract.js';
import { refuse } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { WITHDRAWALS_FILE } from './withdrawal-file.js';
import { WithdrawalQuery } from './withdrawal.query.js';
import { WithdrawalService } from './withdrawal.service.js';

/** In the order in which a submission is checked. */
const SUBMITTING: RefusalCode[] = [
  'account.frozen',
  'account.not-found',
  'withdrawal.paused',
  'withdrawal.closed-after-recovery',
  'withdrawal.rules-changed',
  'withdrawal.amount-required',
  'withdrawal.payee-required',
  'withdrawal.bank-closed',
  'withdrawal.network-closed',
  'withdrawal.payee-mismatch',
  'payee.not-found',
  'payee.cooling-off',
  'withdrawal.amount-over-precise',
  'withdrawal.below-minimum',
  'withdrawal.above-maximum',
  'withdrawal.too-many-today',
  'withdrawal.window-closed',
  'withdrawal.turnover-missing',
  'withdrawal.not-invested',
  'withdrawal.above-share',
  'asset.insufficient',
  'security.trade-password-missing',
  'security.google-missing',
  'security.trade-password-required',
  'security.trade-password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'account.locked',
  'request.unavailable',
];

@Controller()
export class WithdrawalController {
  constructor(
    @Inject(WithdrawalService) private readonly withdrawals: WithdrawalService,
    @Inject(WithdrawalQuery) private readonly query: WithdrawalQuery,
    @Inject(Files) private readonly files: Files,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getWithdrawalRules',
    access: 'real',
    summary: 'The rules of withdrawals in force, and how the asker stands with each of them.',
    input: getWithdrawalRulesQuery,
    answer: 'WithdrawalRulesView',
    refusals: ['request.unavailable'],
  })
  rules({ session }: Asked<typeof getWithdrawalRulesQuery, 'real'>) {
    return this.withdrawals.rules(session);
  }

  @Call({
    method: 'GET',
    path: 'web/previewWithdrawal',
    access: 'real',
    summary:
      'What a withdrawal would cost and bring, and everything that stands against it, in the order of the checks.',
    input: previewWithdrawalQuery,
    answer: 'WithdrawalPreview',
    refusals: ['request.unavailable'],
  })
  preview(asked: Asked<typeof previewWithdrawalQuery, 'real'>) {
    return this.withdrawals.preview(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/submitWithdrawal',
    access: 'real',
    summary: 'Freezes the amount and asks staff to have it paid out, to an address or a bank card of the address book.',
    input: submitWithdrawalBody,
    answer: 'WithdrawalView',
    refusals: SUBMITTING,
  })
  submit(asked: Asked<typeof submitWithdrawalBody, 'real'>) {
    return this.withdrawals.submit(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/cancelWithdrawal',
    access: 'real',
    summary: 'Takes a withdrawal back while it waits for staff; everything is available again.',
    input: cancelWithdrawalBody,
    answer: 'WithdrawalView',
    refusals: ['withdrawal.not-found', 'withdrawal.not-cancellable', 'request.unavailable'],
  })
  cancel(asked: Asked<typeof cancelWithdrawalBody, 'real'>) {
    return this.withdrawals.cancel(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/getWithdrawal',
    access: 'real',
    summary: 'One withdrawal with what happened to it.',
    input: getWithdrawalQuery,
    answer: 'WithdrawalView',
    refusals: ['withdrawal.not-found', 'request.unavailable'],
  })
  one({ session, input, lang }: Asked<typeof getWithdrawalQuery, 'real'>) {
    return this.query.one(lang, session.userId, input.withdrawalId);
  }

  @Call({
    method: 'GET',
    path: 'web/getWithdrawals',
    access: 'real',
    summary: 'The withdrawals of the asker, newest first.',
    input: getWithdrawalsQuery,
    answer: 'Page<WithdrawalView>',
    refusals: ['request.unavailable'],
  })
  list({ session, input, lang }: Asked<typeof getWithdrawalsQuery, 'real'>) {
    return this.query.list(lang, session.userId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/exportWithdrawals',
    access: 'real',
    summary: 'The same as a CSV file (RFC 4180, UTF-8), newest first.',
    input: exportWithdrawalsQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async export({ session, input }: Asked<typeof exportWithdrawalsQuery, 'real'>) {
    if (!(await this.query.isUpToDate())) return refuse('request.unavailable');
    return this.files.csv('withdrawals', WITHDRAWALS_FILE, { userId: session.userId, filters: input });
  }
}
