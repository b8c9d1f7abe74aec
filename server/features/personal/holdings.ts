import type { PersonalHolding, PersonalDataHandlers } from '../../core/ports/personal-holdings.js';

/** Who holds what of persons; see `PersonalHolding`. */
export class Holdings implements PersonalDataHandlers {
  private readonly byName = new Map<string, PersonalHolding>();

  /** Throws for a second of the same name: one section of the export would hide the other. */
  register(...holdings: PersonalHolding[]): void {
    for (const holding of holdings) {
      if (this.byName.has(holding.name)) throw new Error(`two holdings are called ${holding.name}`);
      this.byName.set(holding.name, holding);
    }
  }

  all(): readonly PersonalHolding[] {
    return [...this.byName.values()];
  }
}
