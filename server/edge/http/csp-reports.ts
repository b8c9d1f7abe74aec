import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import type { Logger } from 'pino';
import type { Metrics } from '../health/metrics.js';

/** Where browsers send what the content-security policy stopped. */
export const CSP_REPORT_PATH = '/csp-report';

const REPORT_BYTES_MAX = 16 * 1024;
/** Anybody may report anything: each violation is written once, and so many of them until the next start. */
const WRITTEN_MAX = 1_000;
/** A report names any directive it likes; a metric must not grow a series for each invention. */
const DIRECTIVES = /^(script|style|img|font|connect|object|frame|worker|manifest|media|default|base|form|child)-/;

/** What was stopped, where. */
interface Violation {
  directive: string;
  blocked: string;
  page: string;
}

/** Counts violations as `glassbook_csp_violations_total{directive}` and writes each new one to the log, without queries. */
export async function takeCspReports(server: FastifyInstance, metrics: Metrics, log: Logger): Promise<void> {
  const violations = new Counter({
    name: 'glassbook_csp_violations_total',
    help: 'Violations of the content-security policy that browsers reported.',
    labelNames: ['directive'],
    registers: [metrics.registry],
  });
  const written = new Set<string>();
  const write = (violation: Violation): void => {
    const line = JSON.stringify(violation);
    if (written.has(line) || written.size >= WRITTEN_MAX) return;
    written.add(line);
    log.warn(violation, 'a page broke its content-security policy');
  };
  // A scope of its own: nothing else may be posted in this format.
  await server.register(async (scope) => {
    const asText = { parseAs: 'string', bodyLimit: REPORT_BYTES_MAX } as const;
    scope.addContentTypeParser('application/csp-report', asText, (_request, body, done) => done(null, body));
    scope.post(CSP_REPORT_PATH, (request, reply) => {
      const violation = violationIn(request.body);
      if (violation !== undefined) {
        violations.inc({ directive: violation.directive });
        write(violation);
      }
      reply.code(204).send();
    });
  });
}

/** The content of a report; `undefined` for anything else. */
function violationIn(body: unknown): Violation | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const report = fieldsOf(fieldsOf(JSON.parse(body))['csp-report']);
    const directive = (textOf(report['violated-directive']).split(' ')[0] ?? '').slice(0, 40);
    if (directive === '') return undefined;
    return {
      directive: DIRECTIVES.test(directive) ? directive : 'other',
      blocked: withoutQuery(textOf(report['blocked-uri'])),
      page: withoutQuery(textOf(report['document-uri'])),
    };
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const withoutQuery = (url: string): string => (url.split(/[?#]/)[0] ?? '').slice(0, 200);
