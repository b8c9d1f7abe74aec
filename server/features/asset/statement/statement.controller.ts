import { Controller } from '@nestjs/common';
import {
  exportDisposals,
  exportStatement,
  exportStatementPdf,
  getStatement,
} from '../../../../contracts/statement.calls.js';
import { isRefusal } from '../../../core/refusal.js';
import { Handle, type CallContext } from '../../../edge/http/call.js';
import { CSV_TYPE } from '../../../edge/http/csv.js';
import { Download } from '../../../edge/http/reply.js';
import { Files } from '../../../edge/work/files.js';
import { disposalPieces } from './disposals-csv.js';
import { STATEMENT_FILE } from './statement-files.js';
import { StatementResults } from './statement-result.js';
import { StatementHolder } from './statement-holder.js';
import { type Statement, StatementQuery } from './statement.query.js';

@Controller()
export class StatementController {
  constructor(
    private readonly statements: StatementQuery,
    private readonly results: StatementResults,
    private readonly holders: StatementHolder,
    private readonly files: Files,
  ) {}

  @Handle(getStatement)
  async getStatement({ session, input }: CallContext<typeof getStatement>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    return isRefusal(found) ? found : found.view;
  }

  @Handle(exportStatement)
  async exportStatement({ session, input }: CallContext<typeof exportStatement>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    if (isRefusal(found)) return found;
    // The client shows how far the file is: so many lines will come.
    const headers = { 'x-rows': `${found.view.movements}` };
    const pieces = this.files.pieces(STATEMENT_FILE, { kind: 'csv', statement: found });
    return new Download(nameOf(found, 'csv'), CSV_TYPE, pieces, headers);
  }

  @Handle(exportDisposals)
  async exportDisposals({ session, input, lang }: CallContext<typeof exportDisposals>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    if (isRefusal(found)) return found;
    const pieces = disposalPieces(this.results.disposals(found.span), lang, found.view.timeZone);
    return new Download(nameOf(found, 'csv', 'disposals'), CSV_TYPE, pieces);
  }

  @Handle(exportStatementPdf)
  async exportStatementPdf({ session, input, lang }: CallContext<typeof exportStatementPdf>) {
    const found = await this.statements.statement(session.realm, session.ownerId, input);
    if (isRefusal(found)) return found;
    const holder = await this.holders.nameOf(session);
    const pieces = this.files.pieces(STATEMENT_FILE, { kind: 'pdf', statement: { ...found, holder }, language: lang });
    return new Download(nameOf(found, 'pdf'), 'application/pdf', pieces);
  }
}

/** Days in the client's time zone. */
function nameOf({ view }: Statement, ending: string, what = 'statement'): string {
  const day = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: view.timeZone }).format(at);
  return `glassbook-${what}-${day(view.from)}-to-${day(view.to)}.${ending}`;
}
