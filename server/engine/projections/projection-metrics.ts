import { Counter, Gauge, type Registry } from 'prom-client';
import type { ProjectionRunner } from './runner.js';

const LABELS = ['projection', 'realm'];

/** How far each read model is behind, whether it stands still, and what it cost: read when Prometheus asks. */
export function measureProjections(registry: Registry, runner: ProjectionRunner): void {
  const registers = [registry];
  new Gauge({
    name: 'glassbook_projection_lag_events',
    help: 'Durable events that the read model does not show yet.',
    labelNames: LABELS,
    registers,
    collect() {
      for (const { projection, realm, lagEvents } of runner.status()) this.set({ projection, realm }, lagEvents);
    },
  });
  new Gauge({
    name: 'glassbook_projection_halted',
    help: '1 when the read model stands still because an event broke it.',
    labelNames: LABELS,
    registers,
    collect() {
      for (const { projection, realm, state } of runner.status())
        this.set({ projection, realm }, state === 'halted' ? 1 : 0);
    },
  });
  new Counter({
    name: 'glassbook_projection_events_total',
    help: 'Events that the read model has taken since the server started.',
    labelNames: LABELS,
    registers,
    collect() {
      this.reset();
      for (const { projection, realm, eventsApplied } of runner.status())
        this.inc({ projection, realm }, eventsApplied);
    },
  });
}
