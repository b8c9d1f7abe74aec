import { fileURLToPath } from 'node:url';
import { readConfig, type Config } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { isRefusal } from '../core/refusal.js';
import { addressOf } from '../edge/auth/contact.js';
import { openPool } from '../engine/history/database.js';
import { productTexts } from '../outside/messaging/message-texts.js';
import { OutboxTable, type StoredMessage } from '../outside/messaging/outbox.js';
import { migrate } from '../engine/history/migrate.js';
import { openVault } from '../engine/vault/vault.js';

const USAGE = `Prints the newest twenty codes and notices to people, opened, the newest last.

  npm run outbox
  npm run outbox -- <mail address or phone number>

Without a mail server (SMTP_URL) they go nowhere else.`;
const NEWEST = 20;

type Print = (text: string) => void;
const toScreen: Print = (text) => void process.stdout.write(`${text}\n`);

/** Ends with 0 when it was read, even if empty; 2 on wrong arguments. */
export async function main(
  args: readonly string[],
  databaseUrl: string,
  config: Pick<Config, 'personalKey' | 'dataDir'>,
  print: Print = toScreen,
): Promise<number> {
  const address = args[0] === undefined ? undefined : addressOf(args[0]);
  if (args.length > 1 || isRefusal(address)) {
    print(USAGE);
    return 2;
  }
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl, 2);
  try {
    const vault = await openVault(pool, config);
    const outbox = new OutboxTable(pool, vault, productTexts(), systemClock);
    const messages = await (address === undefined ? outbox.list({ limit: NEWEST }) : outbox.to(address));
    if (messages.length === 0) print('No message was written in the last seven days.');
    for (const message of messages.toReversed()) print(asText(message));
    return 0;
  } finally {
    await pool.end();
  }
}

function asText({ createdAt, address, letter, status }: StoredMessage): string {
  const head = `${new Date(createdAt).toISOString()}  ${address?.to ?? '(erased)'}  ${status}`;
  const words = `${letter?.subject ?? ''}\n${letter?.text ?? ''}`.trim();
  return `${head}\n${words.replace(/^/gm, '    ')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const config = readConfig(process.env);
  if ('problems' in config || config.databaseUrl === null) {
    toScreen('problems' in config ? config.problems.join('\n') : 'DATABASE_URL is not set: use npm run outbox.');
    process.exit(2);
  }
  process.exit(await main(process.argv.slice(2), config.databaseUrl, config));
}
