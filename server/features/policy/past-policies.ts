import { isPolicyName, type KnownPolicies, type PolicyName } from '../../../contracts/policy.contract.js';
import type { Instant } from '../../core/clock.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import type { PastHouse } from '../../core/redecision.js';
import type { PolicyVersion, PublishedVersion } from '../../core/policy.js';

import { readValues } from './policy.rules.js';
import type { PolicyPublished } from './policy.events.js';

interface Version<Name extends PolicyName> extends PublishedVersion<KnownPolicies[Name]> {
  readonly position: number;
}

/** The policies as they were known where the house realm stood. */
export class PastPolicies implements PolicySource<KnownPolicies> {
  /** The oldest first. */
  private readonly versions: { readonly [Name in PolicyName]?: readonly Version<Name>[] } = {};

  constructor(private readonly house: PastHouse) {}

  static async read(house: PastHouse): Promise<PastPolicies> {
    const policies = new PastPolicies(house);
    for (const { data, at, position } of await house.read('PolicyPublished'))
      policies.takeReadable(data as PolicyPublished, at, position);
    return policies;
  }

  inForce<Name extends PolicyName>(name: Name): PolicyVersion<KnownPolicies[Name]> {
    return this.newest(name, this.known(name));
  }

  inForceAt<Name extends PolicyName>(name: Name, at: Instant): PolicyVersion<KnownPolicies[Name]> {
    const known = this.known(name);
    const published = known.filter(({ publishedAt }) => publishedAt <= at);
    return this.newest(name, published.length > 0 ? published : known.slice(0, 1));
  }

  publishedAfter<Name extends PolicyName>(name: Name, at: Instant): PublishedVersion<KnownPolicies[Name]>[] {
    const { version } = this.inForceAt(name, at);
    return this.known(name).filter((each) => each.version > version);
  }

  /** One that the rules cannot read is none that this program published: it decides nothing, and is a finding of its own. */
  private takeReadable(published: PolicyPublished, at: Instant, position: number): void {
    try {
      this.take(published, at, position);
    } catch {
      // See above.
    }
  }

  private take({ name, version, values }: PolicyPublished, publishedAt: Instant, position: number): void {
    if (!isPolicyName(name)) return;
    const taken = { name, version, values: readValues(name, values), publishedAt, position };
    Object.assign(this.versions, { [name]: [...(this.versions[name] ?? []), taken] });
  }

  private known<Name extends PolicyName>(name: Name): readonly Version<Name>[] {
    return (this.versions[name] ?? []).filter(({ position }) => position <= this.house.position());
  }

  private newest<Name extends PolicyName>(name: Name, versions: readonly Version<Name>[]): Version<Name> {
    const newest = versions.at(-1);
    if (newest === undefined) throw new Error(`no policy ${name} was published by then`);
    return newest;
  }
}
