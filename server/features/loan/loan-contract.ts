import { Injectable } from '@nestjs/common';
import type { exportLoanContract } from '../../../contracts/loan.calls.js';
import { Clock } from '../../core/clock.js';
import type { Sealed } from '../../core/person.js';
import { Vault } from '../../core/ports/vault.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Download } from '../../edge/http/reply.js';
import { Files } from '../../edge/work/files.js';
import { LOAN_CONTRACT_FILE, type Borrower } from './loan-contract.pdf.js';
import { LoanQuery, viewOfRow } from './loan.query.js';

/** The contract of an own loan as a file, for its borrower alone: it names them. */
@Injectable()
export class LoanContracts {
  constructor(
    private readonly query: LoanQuery,
    private readonly vault: Vault,
    private readonly files: Files,
    private readonly clock: Clock,
  ) {}

  async file({
    session,
    input: { loanId },
    lang: language,
  }: CallContext<typeof exportLoanContract>): Promise<Download | Refusal> {
    if (!(await this.query.isUpToDate(session.realm))) return refuse('request.unavailable');
    const row = await this.query.row(session, loanId);
    if (row === undefined) return refuse('loan.not-found', { loanId });
    const applicant = await this.vault.open(session.userId, 'loan.applicant', row.sealedApplicant as Sealed);
    const borrower = applicant === null ? null : (JSON.parse(applicant) as Borrower);
    const madeAt = this.clock.now();
    const job = { loan: viewOfRow(row), account: session.ownerId, borrower, madeAt, language };
    const pieces = this.files.pieces(LOAN_CONTRACT_FILE, job);
    return new Download(`glassbook-loan-contract-${loanId}.pdf`, 'application/pdf', pieces);
  }
}
