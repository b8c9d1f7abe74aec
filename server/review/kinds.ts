import type { ReviewKind, ReviewKinds } from './review-kind.js';

/** The queue that a kind of request waits in: the first word of its name. */
export function queueOf(kind: string): string {
  return kind.split('-', 1)[0] as string;
}

/** What staff review, by name. */
export class KnownReviewKinds implements ReviewKinds {
  private readonly byName = new Map<string, ReviewKind>();

  register(...kinds: ReviewKind[]): void {
    for (const kind of kinds) {
      if (this.byName.has(kind.name)) throw new Error(`two kinds of review are called ${kind.name}`);
      // The lists narrow by the queue's name and the calls by the permission: they must mean the same.
      if (kind.permission !== `review-${queueOf(kind.name)}`)
        throw new Error(`${kind.name} waits in another queue than ${kind.permission} opens`);
      this.byName.set(kind.name, kind);
    }
  }

  find(name: string): ReviewKind | undefined {
    return this.byName.get(name);
  }

  all(): readonly ReviewKind[] {
    return [...this.byName.values()];
  }
}
