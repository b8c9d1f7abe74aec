import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { languageKeys, type Language } from '../../shared/language.js';
import { readConfig, type Config } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { randomIds } from '../core/ids.js';
import { isRefusal } from '../core/refusal.js';
import { addressOf } from '../edge/auth/contact.js';
import { loginOf, LoginTable } from '../edge/auth/logins.js';
import { Passwords } from '../edge/auth/passwords.js';
import { openPool } from '../engine/history/database.js';
import { migrate } from '../engine/history/migrate.js';
import { openVault } from '../engine/vault/vault.js';

const USAGE = `Makes real accounts without registering: no code, no country, no agreement.

  npm run account -- create --account <mail address or phone number> [--lang en]

Prints a password once. The account opens with its first login.`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Ends with 0 when the account was made, 1 when there is one already, 2 on wrong arguments. */
export async function main(
  args: readonly string[],
  databaseUrl: string,
  config: Pick<Config, 'personalKey' | 'dataDir'>,
): Promise<number> {
  const request = read(args);
  if (request === undefined) {
    print(USAGE);
    return 2;
  }
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl, 2);
  try {
    const address = addressOf(request.account);
    if (isRefusal(address)) {
      print(USAGE);
      return 2;
    }
    const password = randomIds.next('').slice(1);
    const userId = randomIds.next('real');
    const vault = await openVault(pool, config);
    const passwords = new Passwords();
    const made = await new LoginTable(pool, vault, passwords, systemClock).create({
      userId,
      login: loginOf(address),
      passwordHash: await passwords.hash(userId, password),
      lang: request.lang,
      opening: null,
    });
    print(
      made
        ? `  account   ${request.account}\n  password  ${password}\n  id        ${userId}`
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
    const isLanguage = languageKeys.some((key) => key === lang);
    if (positionals.join() !== 'create' || account === undefined || !isLanguage) return undefined;
    return { account, lang: lang as Language };
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const config = readConfig(process.env);
  if ('problems' in config || config.databaseUrl === null) {
    print('problems' in config ? config.problems.join('\n') : 'DATABASE_URL is not set: use npm run account.');
    process.exit(2);
  }
  process.exit(await main(process.argv.slice(2), config.databaseUrl, config));
}
