/** What a policy may hold: decimal strings, texts, whole numbers and switches by name. */
type PolicyValue = string | number | boolean;
export type PolicyValues = Readonly<Record<string, PolicyValue>>;

/** The policy that a decision followed, as its event keeps it: name, version and the values and figures it used. */
export interface AppliedPolicy {
  readonly name: string;
  readonly version: number;
  readonly inputs: PolicyValues;
}

/** A version of a policy as it is in force. */
export interface PolicyVersion<Values = PolicyValues> {
  readonly name: string;
  /** Counts from 1. */
  readonly version: number;
  readonly values: Values;
}

/** A version, and when it came into force. */
export interface PublishedVersion<Values = PolicyValues> extends PolicyVersion<Values> {
  readonly publishedAt: number;
}

/** The policy reference in a refusal; the figures beside it are its inputs. */
export function decidedBy({ name, version }: Pick<PolicyVersion, 'name' | 'version'>): {
  policy: string;
  version: number;
} {
  return { policy: name, version };
}
