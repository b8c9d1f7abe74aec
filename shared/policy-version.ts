/** A version of a policy by when it came into force, in milliseconds since 1970. */
export interface Published {
  readonly publishedAt: number;
}

/** The version that was in force at an instant, of all versions with the oldest first. Before the first one it is the first. */
export function versionAt<Version extends Published>(versions: readonly Version[], at: number): Version {
  const [first] = versions;
  if (first === undefined) throw new Error('no version was ever published');
  return versions.findLast(({ publishedAt }) => publishedAt <= at) ?? first;
}
