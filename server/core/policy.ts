/** What a policy may hold: decimal strings, texts, whole numbers and switches by name. */
export type PolicyValue = string | number | boolean;
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

/** What a refusal says of the policy that decided it; the figures beside it are what it was decided from. */
export function decidedBy({ name, version }: Pick<PolicyVersion, 'name' | 'version'>): {
  policy: string;
  version: number;
} {
  return { policy: name, version };
}

/**
 * The policies in force, for those who make commands: a command carries the version it follows, because a decider looks
 * nothing up. Answers at once; a publishing is seen as soon as it is durable. An unknown name is our own mistake and throws.
 */
export interface PolicySource<Known extends object = Record<string, PolicyValues>> {
  inForce<Name extends keyof Known & string>(name: Name): PolicyVersion<Known[Name]>;
}

/** The same source, for those who follow a policy before the server serves: answers once everything in force is known. */
export interface PolicyStart {
  start(): Promise<void>;
}
