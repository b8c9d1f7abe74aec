import type { Instant } from '../clock.js';
import type { PolicyValues, PolicyVersion, PublishedVersion } from '../policy.js';

/**
 * The policies in force, for those who make commands: a command carries the version it follows, because a decider looks
 * nothing up. Answers at once; a publishing is seen as soon as it is durable. An unknown name is our own mistake and throws.
 */
export abstract class PolicySource<Known extends object = Record<string, PolicyValues>> {
  abstract inForce<Name extends keyof Known & string>(name: Name): PolicyVersion<Known[Name]>;
  /** The version that was in force at an instant, for rules that follow a version some time after it was published; the first one before that. */
  abstract inForceAt<Name extends keyof Known & string>(name: Name, at: Instant): PolicyVersion<Known[Name]>;
  /** The versions after the one that was in force at an instant, the oldest first: what is still to come for such rules. */
  abstract publishedAfter<Name extends keyof Known & string>(
    name: Name,
    at: Instant,
  ): readonly PublishedVersion<Known[Name]>[];
}

/** The same source, for those who follow a policy before the server serves: answers once everything in force is known. */
export abstract class PolicyStart {
  abstract start(): Promise<void>;
}
