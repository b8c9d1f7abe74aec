import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { languageKeys, type Language } from '../../contracts/envelope.contract.js';
import { readConfig } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { randomIds } from '../core/ids.js';
import { createCredential } from '../edge/auth/credentials.js';
import { openPool } from '../event-store/database.js';
import { migrate } from '../migrate.js';

const USAGE = `Makes real accounts until there is a registration.

  npm run account -- create --account <mail address or phone number> [--lang en]

Prints a password once. The account opens with its first login.`;

const MAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;
const PHONE = /^\+?[\d\s().-]{6,24}$/;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Ends with 0 when the account was made, 1 when there is one already, 2 when it was asked wrongly. */
export async function main(args: readonly string[], databaseUrl: string): Promise<number> {
  const wish = read(args);
  if (wish === undefined) {
    say(USAGE);
    return 2;
  }
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl, 2);
  try {
    const password = randomIds.next('').slice(1);
    const userId = randomIds.next('real');
    const { account: login, lang } = wish;
    const made = await createCredential(pool, { login, password, userId, lang, at: systemClock.now() });
    say(
      made
        ? `  account   ${wish.account}\n  password  ${password}\n  id        ${userId}`
        : 'There is an account of that login already.',
    );
    return made ? 0 : 1;
  } finally {
    await pool.end();
  }
}

function read(args: readonly string[]): { account: string; lang: Language } | undefined {
  try {
    const options = { account: { type: 'string' }, lang: { type: 'string', default: 'en' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { account, lang } = values;
    const isLogin = account !== undefined && (MAIL.test(account) || PHONE.test(account));
    const isLanguage = languageKeys.some((key) => key === lang);
    if (positionals.join() !== 'create' || !isLogin || !isLanguage) return undefined;
    return { account, lang: lang as Language };
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const config = readConfig(process.env);
  if ('problems' in config || config.databaseUrl === null) {
    say('problems' in config ? config.problems.join('\n') : 'DATABASE_URL is not set: use npm run account.');
    process.exit(2);
  }
  process.exit(await main(process.argv.slice(2), config.databaseUrl));
}
