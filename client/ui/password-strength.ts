/**
 * How hard a password is to guess, from 0 (empty or too short to be taken) to 4. By length, by how many kinds of characters
 * there are, and by what everybody tries first; it only advises, the server decides.
 */
export function strengthOf(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < 6) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const different = new Set(password.toLowerCase()).size;
  if (different < 4 || FIRST_TRIES.test(password)) return 1;
  const points = (password.length >= 10 ? 1 : 0) + (password.length >= 14 ? 1 : 0) + (kinds >= 3 ? 1 : 0);
  return (Math.min(points, different >= 8 ? 3 : 1) + 1) as 1 | 2 | 3 | 4;
}

const FIRST_TRIES = /^(123456|abcdef|qwert|password|passwort|letmein|iloveyou|admin|welcome)/i;
