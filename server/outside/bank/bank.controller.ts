import { Controller } from '@nestjs/common';
import { getSentWires, sendWire, staffBank } from '../../../contracts/bank.calls.js';
import type { SentWireView } from '../../../contracts/bank.contract.js';
import { Ids } from '../../core/ids.js';
import { amount, decimalsOf, format } from '../../../shared/money.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { StoredAnswers } from '../../edge/http/stored-answers.js';
import { BankBooks } from './bank-books.js';

@Controller()
export class BankController {
  constructor(
    private readonly books: BankBooks,
    private readonly answers: StoredAnswers,
    private readonly ids: Ids,
  ) {}

  @Handle(sendWire)
  async sendWire({ session, input, requestToken }: CallContext<typeof sendWire>) {
    const { toAccount, currency, reference, endToEndId } = input;
    const sent = amount(input.amount);
    if (sent === 0n) return refuse('asset.amount-zero', { field: 'amount' });
    const decimals = minorDecimals(currency);
    if (decimalsOf(sent) > decimals) return refuse('bank.too-many-decimals', { field: 'amount', currency, decimals });
    const { userId } = session;
    const key = endToEndId === undefined ? this.ids.next('wire-key') : `${userId}/${endToEndId}`;
    const order = { key, userId, toAccount, amount: sent, currency, reference };
    const wireId = await this.answers.once(
      requestToken,
      async (client) => (await this.books.receive(order, client)).id,
    );
    if (isRefusal(wireId)) return wireId;
    const [wire] = await this.books.wires([wireId]);
    if (wire === undefined) throw new Error(`The bank lost the wire ${wireId}`);
    const { id: _, foundBy: __, ...rest } = wire;
    return { ...rest, wireId, amount: format(wire.amount) } satisfies SentWireView;
  }

  @Handle(getSentWires)
  async sentWires({ session }: CallContext<typeof getSentWires>) {
    return silently(await this.books.sentBy(session.userId));
  }

  @Handle(staffBank)
  status(_: CallContext<typeof staffBank>) {
    return this.books.status();
  }
}

/** Decimals of a currency as ISO 4217 has them: 2 for USD, 0 for JPY, 3 for KWD. */
function minorDecimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
