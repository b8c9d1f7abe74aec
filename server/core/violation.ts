/** A law of the house that a command broke. */
export class Violation extends Error {}
