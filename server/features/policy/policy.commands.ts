import type { PolicyValues } from '../../core/policy.js';

/** Publishes the policies that have no version yet; what is in force stays in force. */
export interface SeedPolicies {
  readonly policies: readonly { readonly name: string; readonly values: PolicyValues }[];
}
