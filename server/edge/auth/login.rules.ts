/** A login as others may see it: a phone number's first 3 and last 6 characters, a mail address's beginning and its domain. */
export function masked(login: string): string {
  const at = login.lastIndexOf('@');
  if (at > 0) return `${login.slice(0, Math.min(2, at - 1))}***${login.slice(at)}`;
  if (login.length <= 9) return `${login.slice(0, 1)}***${login.slice(-1)}`;
  return `${login.slice(0, 3)}***${login.slice(-6)}`;
}
