import type { NamedPart } from '../owned.js';

/** What every product says of an account's part in it; the features declare it (`owned` of `server/engine/feature.ts`). */
export class OwnedParts {
  private readonly parts: NamedPart[] = [];

  register(...parts: readonly NamedPart[]): void {
    this.parts.push(...parts);
  }

  get all(): readonly NamedPart[] {
    return this.parts;
  }
}
