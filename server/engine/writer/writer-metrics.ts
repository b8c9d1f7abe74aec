import { Gauge, type Registry } from 'prom-client';
import type { Timers } from './timers.js';
import type { Writers } from './writers.js';
import type { WriterStatus } from './writer-status.js';

const FIGURES: readonly { name: string; help: string; of: (status: WriterStatus) => number }[] = [
  { name: 'glassbook_writer_position', help: 'Newest durable position of the realm.', of: ({ position }) => position },
  {
    name: 'glassbook_writer_queue_depth',
    help: 'Commands that are not answered yet.',
    of: ({ queueDepth }) => queueDepth,
  },
  {
    name: 'glassbook_writer_running',
    help: '1 while the realm is written.',
    of: ({ state }) => (state === 'running' ? 1 : 0),
  },
  { name: 'glassbook_writer_lease_epoch', help: 'Fencing epoch of the lease.', of: ({ leaseEpoch }) => leaseEpoch },
  { name: 'glassbook_writer_streams', help: 'Streams that are loaded.', of: ({ streams }) => streams },
  {
    name: 'glassbook_writer_append_seconds',
    help: 'How long the newest append took.',
    of: ({ lastAppendMs }) => lastAppendMs / 1000,
  },
];

/** The writers' figures by realm, read when Prometheus asks. */
export function measureWriters(registry: Registry, writers: Writers): void {
  for (const { name, help, of } of FIGURES) {
    new Gauge({
      name,
      help,
      labelNames: ['realm'],
      registers: [registry],
      collect() {
        for (const status of writers.status()) this.set({ realm: status.realm }, of(status));
      },
    });
  }
}

/** Due commands that failed. */
export function measureTimers(registry: Registry, timers: Timers, realms: readonly string[]): void {
  new Gauge({
    name: 'glassbook_timers_parked',
    help: 'Due commands that failed again and again and that the others no longer wait for.',
    labelNames: ['realm'],
    registers: [registry],
    collect() {
      for (const realm of realms) this.set({ realm }, timers.parked(realm));
    },
  });
}
