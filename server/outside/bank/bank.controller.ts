import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields } from '../../../contracts/account.contract.js';
import { sendWireBody, type SentWireView } from '../../../contracts/bank.contract.js';
import { IDS } from '../../core/tokens.js';
import type { Ids } from '../../core/ids.js';
import { amount, decimalsOf, format } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { BankBooks } from './bank-books.js';

const commonOnly = z.strictObject({ ...commonFields });
const nothing = z.object({});

@Controller()
export class BankController {
  constructor(
    @Inject(BankBooks) private readonly books: BankBooks,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Call({
    method: 'POST',
    path: 'web/sendWire',
    access: 'real',
    summary:
      'Plays the person’s own bank: the wire arrives at the account at once, with its reference; once for an `endToEndId`.',
    input: sendWireBody,
    answer: 'SentWireView',
    refusals: ['asset.amount-zero', 'bank.too-many-decimals'],
  })
  async sendWire({ session, input, keys }: Asked<typeof sendWireBody, 'real'>) {
    const { toAccount, currency, reference, endToEndId } = input;
    const sent = amount(input.amount);
    if (sent === 0n) return refuse('asset.amount-zero', { field: 'amount' });
    const decimals = minorDecimals(currency);
    if (decimalsOf(sent) > decimals) return refuse('bank.too-many-decimals', { field: 'amount', currency, decimals });
    const { userId } = session;
    const key = endToEndId === undefined ? (keys[0] ?? this.ids.next('wire-key')) : `${userId}/${endToEndId}`;
    const wire = await this.books.receive({ key, userId, toAccount, amount: sent, currency, reference });
    const { id, ...rest } = wire;
    return { ...rest, wireId: id, amount: format(wire.amount) } satisfies SentWireView;
  }

  @Call({
    method: 'GET',
    path: 'web/getSentWires',
    access: 'real',
    summary: 'The wires that the person sent by web/sendWire, the newest first, at most 100.',
    input: commonOnly,
    answer: 'SentWireView[]',
  })
  async sentWires({ session }: Asked<typeof commonOnly, 'real'>) {
    return silently(await this.books.sentBy(session.userId));
  }

  @Call({
    method: 'GET',
    path: 'staff/bank',
    access: 'staff:market',
    summary: 'The simulated bank: payouts by status, wires by currency, its hours and when it settled last.',
    input: nothing,
    answer: 'StaffBankView',
    body: 'bare',
  })
  status(_: Asked<typeof nothing, 'staff:market'>) {
    return this.books.status();
  }
}

/** Decimals of a currency as ISO 4217 has them: 2 for USD, 0 for JPY, 3 for KWD. */
function minorDecimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
