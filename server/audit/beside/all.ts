import type { SignedCheckpoint } from '../checkpoint.check.js';
import { AnswersCheck } from './answers.check.js';
import type { BesideCheck, BesideParts } from './beside.js';
import { BundlesCheck } from './bundles.check.js';
import { LoginsCheck } from './logins.check.js';
import { OutsideCheck } from './outside.check.js';
import { PersonsCheck, type OpensKey } from './persons.check.js';
import { SecretsCheck } from './secrets.check.js';
import { StaffCheck } from './staff.check.js';
import { TimersCheck } from './timers.check.js';
import type { EventRow } from '../../engine/history/codec.js';
import type { RecordedEvent } from '../../core/event.js';

interface BesideOptions extends BesideParts {
  readonly checkpoints: readonly SignedCheckpoint[];
  readonly opensKey: OpensKey | undefined;
}

/** All checks of tables beside the history; each receives the events of its types. */
export class BesideChecks {
  private readonly persons: PersonsCheck;
  private readonly all: readonly BesideCheck[];
  private readonly byType = new Map<string, BesideCheck[]>();

  constructor({ checkpoints, opensKey, ...parts }: BesideOptions) {
    this.persons = new PersonsCheck(parts, opensKey);
    this.all = [
      new StaffCheck(parts),
      new SecretsCheck(parts),
      this.persons,
      new LoginsCheck(parts),
      new TimersCheck(parts),
      new AnswersCheck(parts, checkpoints),
      new OutsideCheck(parts),
      new BundlesCheck(parts),
    ];
    for (const check of this.all)
      for (const type of check.types) this.byType.set(type, [...(this.byType.get(type) ?? []), check]);
  }

  async start(): Promise<void> {
    for (const check of this.all) await check.start();
  }

  take(rows: readonly EventRow[], events: readonly RecordedEvent[]): void {
    for (const row of rows) this.persons.takeText(row);
    for (const event of events) for (const check of this.byType.get(event.type) ?? []) check.take(event);
  }

  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    for (const check of this.all) await check.finish(heads);
  }
}
