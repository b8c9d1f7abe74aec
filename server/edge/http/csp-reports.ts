import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import type { Logger } from 'pino';
import type { Metrics } from '../health/metrics.js';

/** Where browsers send what the content-security policy stopped. */
export const CSP_REPORT_PATH = '/csp-report';

const REPORT_BYTES_MAX = 16 * 1024;
const TYPES = ['application/csp-report', 'application/reports+json'];
/** A report names any directive it likes; a metric must not grow a series for each invention. */
const DIRECTIVES = /^(script|style|img|font|connect|object|frame|worker|manifest|media|default|base|form|child)-/;

/** One violation, whichever of the two formats it came in. */
interface Violation {
  directive: string;
  blocked: string;
  page: string;
}

/** Counts violations as `glassbook_csp_violations_total{directive}` and writes each to the log, without queries. */
export async function takeCspReports(server: FastifyInstance, metrics: Metrics, log: Logger): Promise<void> {
  const violations = new Counter({
    name: 'glassbook_csp_violations_total',
    help: 'Violations of the content-security policy that browsers reported.',
    labelNames: ['directive'],
    registers: [metrics.registry],
  });
  // A scope of its own: nothing else may be posted in these formats.
  await server.register(async (scope) => {
    scope.addContentTypeParser(TYPES, { parseAs: 'string', bodyLimit: REPORT_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(CSP_REPORT_PATH, (request, reply) => {
      for (const violation of violationsIn(request.body)) {
        violations.inc({ directive: violation.directive });
        log.warn(violation, 'a page broke its content-security policy');
      }
      reply.code(204).send();
    });
  });
}

/** What a report says, in the old format (`report-uri`) or the new one (`report-to`); nothing for what is neither. */
export function violationsIn(body: unknown): Violation[] {
  if (typeof body !== 'string') return [];
  try {
    const parsed: unknown = JSON.parse(body);
    const reports = Array.isArray(parsed) ? parsed.slice(0, 20) : [parsed];
    return reports.flatMap((report: unknown) => {
      const { body: fresh, type, 'csp-report': old } = fieldsOf(report);
      if (old !== undefined) return [violationOf(fieldsOf(old), 'violated-directive', 'blocked-uri', 'document-uri')];
      if (type !== 'csp-violation') return [];
      return [violationOf(fieldsOf(fresh), 'effectiveDirective', 'blockedURL', 'documentURL')];
    });
  } catch {
    return [];
  }
}

function violationOf(fields: Record<string, unknown>, directive: string, blocked: string, page: string): Violation {
  const named = (textOf(fields[directive]).split(' ')[0] ?? '').slice(0, 40);
  return {
    directive: DIRECTIVES.test(named) ? named : 'other',
    blocked: withoutQuery(textOf(fields[blocked])),
    page: withoutQuery(textOf(fields[page])),
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const withoutQuery = (url: string): string => (url.split(/[?#]/)[0] ?? '').slice(0, 200);
