import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { projectRoot } from '../../edge/project-root.js';
import { isPolicyName, type KnownPolicies, type PolicyName } from '../../../contracts/policy.contract.js';
import { versionAt, type Published } from '../../../shared/policy-version.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { refuse, Refused } from '../../core/refusal.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import type { PolicyVersion, PublishedVersion } from '../../core/policy.js';
import { upcast } from '../../engine/history/event-types.js';
import { Writers } from '../../engine/writer/writers.js';
import { SeedPolicies } from './policy.commands.js';
import { readPolicySeeds } from './policy-seeds.js';
import type { PolicyPublished } from './policy.events.js';
import { readValues } from './policy.rules.js';

const SEEDS = join(projectRoot, 'seeds');

interface KnownVersion<Name extends PolicyName> extends Published {
  readonly version: PolicyVersion<KnownPolicies[Name]>;
}

/** Every version of the policies, in memory: read from the house's history at the start, followed from then on. */
@Injectable()
export class HousePolicies implements PolicySource<KnownPolicies> {
  /** The oldest first. */
  private readonly versions: { readonly [Name in PolicyName]?: readonly KnownVersion<Name>[] } = {};
  private started: Promise<void> | undefined;
  private isRead = false;
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly writers: Writers,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /** Publishes what was never published, and knows what is in force; once. Who needs policies before the server serves awaits it. */
  start(): Promise<void> {
    this.started ??= this.startNow();
    return this.started;
  }

  close(): void {
    this.unsubscribe();
  }

  inForce<Name extends PolicyName>(name: Name): PolicyVersion<KnownPolicies[Name]> {
    return (this.known(name).at(-1) as KnownVersion<Name>).version;
  }

  inForceAt<Name extends PolicyName>(name: Name, at: Instant): PolicyVersion<KnownPolicies[Name]> {
    return versionAt(this.known(name), at).version;
  }

  publishedAfter<Name extends PolicyName>(name: Name, at: Instant): PublishedVersion<KnownPolicies[Name]>[] {
    const known = this.known(name);
    return known
      .slice(known.indexOf(versionAt(known, at)) + 1)
      .map(({ version, publishedAt }) => ({ ...version, publishedAt }));
  }

  private known<Name extends PolicyName>(name: Name): readonly KnownVersion<Name>[] {
    const found = this.versions[name];
    if (found !== undefined) return found;
    // A timer may fire before they are read; it is tried again.
    if (!this.isRead) throw new Refused(`policy ${name}`, refuse('request.unavailable'));
    throw new Error(`no policy ${name} was ever published`);
  }

  private async startNow(): Promise<void> {
    const { store } = this.writers;
    await this.writers.start();
    this.unsubscribe = store.subscribe((realm, events) => {
      if (realm !== 'house') return;
      for (const { type, data, at } of events) if (type === 'PolicyPublished') this.take(data as PolicyPublished, at);
    });
    const { rows } = await store.pool.query<{ schema: number; data: string; at: Instant }>(
      `SELECT schema, data, at FROM events WHERE realm = 'house' AND type = 'PolicyPublished' ORDER BY position`,
    );
    for (const { schema, data, at } of rows)
      this.take(upcast('PolicyPublished', schema, JSON.parse(data)).data as PolicyPublished, at);
    await this.seed();
    this.isRead = true;
  }

  private async seed(): Promise<void> {
    const policies = readPolicySeeds(SEEDS).filter(({ name }) => this.versions[name] === undefined);
    if (policies.length === 0) return;
    const context = { realm: 'house', at: this.clock.now(), actor: 'system:seeds' };
    const result = await this.commands.execute(new SeedPolicies(context, { policies }));
    if (!result.ok) throw new Refused(SeedPolicies.type, result.refusal);
  }

  /** What an earlier program knew and this one does not is left alone: its decisions are history. */
  private take({ name, version, values }: PolicyPublished, publishedAt: Instant): void {
    if (!isPolicyName(name)) return;
    const before = this.versions[name] ?? [];
    if (version <= (before.at(-1)?.version.version ?? 0)) return;
    const taken = { publishedAt, version: { name, version, values: readValues(name, values) } };
    Object.assign(this.versions, { [name]: [...before, taken] });
  }
}
