import type { Language } from '../../../../shared/language.js';
import type { FilePieces, FileTools, FileWriter } from '../../../edge/work/file-writing.js';
import { pdfPieces, type PrintedStatement } from './pdf/statement-pdf.js';
import { csvPieces } from './statement-csv.js';
import { movementsOf, type Statement } from './statement.query.js';

type StatementJob =
  | { readonly kind: 'csv'; readonly statement: Statement }
  | { readonly kind: 'pdf'; readonly statement: PrintedStatement; readonly language: Language };

export const STATEMENT_FILE: FileWriter<StatementJob> = { from: import.meta.url, name: 'STATEMENT_FILE', write };

async function* write(job: StatementJob, { pool }: FileTools): FilePieces {
  const movements = movementsOf(pool, job.statement.span);
  if (job.kind === 'csv') yield* csvPieces(job.statement, movements);
  else yield* await pdfPieces(job.statement, movements, job.language);
}
