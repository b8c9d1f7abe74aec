import { Controller, Inject } from '@nestjs/common';
import {
  exportDisposalsQuery,
  exportStatementQuery,
  getStatementQuery,
} from '../../../../contracts/statement.contract.js';
import { isRefusal } from '../../../core/refusal.js';
import { Call, type Asked } from '../../../edge/http/call.js';
import { CSV_TYPE } from '../../../edge/http/csv.js';
import { Download } from '../../../edge/http/reply.js';
import { Files } from '../../../edge/work/files.js';
import { disposalPieces } from './disposals-csv.js';
import { STATEMENT_FILE } from './statement-files.js';
import { StatementResults } from './statement-result.js';
import { StatementHolder } from './statement-holder.js';
import { StatementQuery, type Statement } from './statement.query.js';

@Controller()
export class StatementController {
  constructor(
    @Inject(StatementQuery) private readonly statements: StatementQuery,
    @Inject(StatementResults) private readonly results: StatementResults,
    @Inject(StatementHolder) private readonly holders: StatementHolder,
    @Inject(Files) private readonly files: Files,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getStatement',
    cost: 5,
    access: 'user',
    summary: 'Opening balances, sums by kind and closing balances of a period, with the history’s hash at both ends.',
    input: getStatementQuery,
    answer: 'StatementView',
    refusals: ['request.unavailable'],
  })
  async getStatement({ session, input }: Asked<typeof getStatementQuery>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    return isRefusal(found) ? found : found.view;
  }

  @Call({
    method: 'GET',
    path: 'web/exportStatement',
    access: 'user',
    summary: 'The period as a CSV file (RFC 4180, UTF-8): every posting with the balance after it, the oldest first.',
    input: exportStatementQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async exportStatement({ session, input }: Asked<typeof exportStatementQuery>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    if (isRefusal(found)) return found;
    // The client shows how far the file is: so many lines will come.
    const headers = { 'x-rows': `${found.view.movements}` };
    const pieces = this.files.pieces(STATEMENT_FILE, { kind: 'csv', statement: found });
    return new Download(nameOf(found, 'csv'), CSV_TYPE, pieces, headers);
  }

  @Call({
    method: 'GET',
    path: 'web/exportDisposals',
    access: 'user',
    summary:
      'Every disposal of the period with proceeds, average cost, fee and gain in USDT, as a CSV file for a tax return.',
    input: exportDisposalsQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async exportDisposals({ session, input, lang }: Asked<typeof exportDisposalsQuery>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    if (isRefusal(found)) return found;
    const pieces = disposalPieces(this.results.disposals(found.span), lang, found.view.timeZone);
    return new Download(nameOf(found, 'csv', 'disposals'), CSV_TYPE, pieces);
  }

  @Call({
    method: 'GET',
    path: 'web/exportStatementPdf',
    access: 'user',
    summary: 'The period as a PDF document in the asker’s language; many movements are left to the CSV file.',
    input: exportStatementQuery,
    answer: 'null',
    body: 'pdf',
    refusals: ['request.unavailable'],
  })
  async exportStatementPdf({ session, input, lang }: Asked<typeof exportStatementQuery>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    if (isRefusal(found)) return found;
    const holder = await this.holders.nameOf(session);
    const pieces = this.files.pieces(STATEMENT_FILE, { kind: 'pdf', statement: { ...found, holder }, language: lang });
    return new Download(nameOf(found, 'pdf'), 'application/pdf', pieces);
  }
}

/** Days as the asker's time zone has them. */
function nameOf({ view }: Statement, ending: string, what = 'statement'): string {
  const day = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: view.timeZone }).format(at);
  return `glassbook-${what}-${day(view.from)}-to-${day(view.to)}.${ending}`;
}
