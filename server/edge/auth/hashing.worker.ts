import { hashSync, verifySync, type Options } from '@node-rs/argon2';

/** What `Passwords` has done in another thread; it imports nothing of ours, because it is loaded as it stands. */
export const hash = ({ secret, options }: { secret: string; options: Options }): string => hashSync(secret, options);

/** Throws when what is stored is no hash. */
export const verify = ({ stored, secret }: { stored: string; secret: string }): boolean => verifySync(stored, secret);
