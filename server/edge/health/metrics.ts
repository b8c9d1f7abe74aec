import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { OperatorRule } from '../http/operator.js';

/** Prometheus metrics of this process; other rooms add their gauges to `registry`. */
export class Metrics {
  readonly registry = new Registry();
  private readonly seconds = new Histogram({
    name: 'glassbook_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  private readonly answers = new Counter({
    name: 'glassbook_http_answers_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  /** Looking a series up by its labels costs more than counting, so each is looked up once. */
  private readonly series = new Map<string, { observe(seconds: number): void; count(): void }>();

  constructor(private readonly isOperator: OperatorRule) {
    collectDefaultMetrics({ register: this.registry });
  }

  answered(route: string, status: number, seconds: number): void {
    const name = `${status} ${route}`;
    let series = this.series.get(name);
    if (series === undefined) {
      const histogram = this.seconds.labels(route);
      const counter = this.answers.labels(route, `${status}`);
      series = { observe: (value) => histogram.observe(value), count: () => counter.inc() };
      this.series.set(name, series);
    }
    series.observe(seconds);
    series.count();
  }

  serve(server: FastifyInstance): void {
    server.get('/metrics', async (request, reply) => {
      if (!this.isOperator(request)) return reply.callNotFound();
      reply.header('content-type', this.registry.contentType);
      return this.registry.metrics();
    });
  }
}
