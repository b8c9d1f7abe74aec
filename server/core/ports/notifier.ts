/** A letter to a person: a template of the texts `mail` with its values. */
export interface PersonNotification {
  readonly userId: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** To e-mail and phone, where both are there: a thief who reads one of them must not be the only one to know. */
  readonly everywhere?: true;
  /** A request that the person can stop: its stop code goes with the letter, as the value `code`. */
  readonly stopCodeOf?: string;
}

/** Letters by e-mail or text message, in the language of the person; the same key sends once. */
export abstract class Notifier {
  abstract send(realm: string, letter: PersonNotification, key: string): Promise<void>;
}
