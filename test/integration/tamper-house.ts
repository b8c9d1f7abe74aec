import type { Pool } from 'pg';
import { VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { openPool } from '../../server/engine/history/database.js';
import { DepositWatcher } from '../../server/features/deposit/deposit.watcher.js';
import type { StartedApp } from '../kit/app.js';
import { ChainTime } from '../kit/chain.js';
import { bindGoogle, realPerson } from '../kit/factors.js';
import { freshNumber } from '../kit/identity-desk.js';
import { migratedDatabase } from '../kit/migrated.js';
import { photo } from '../kit/recovery.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { settled } from '../kit/verified.js';
import { payOut, savingPerson, startWithdrawals } from '../kit/withdrawals.js';

/** Every table beside the history that a check reads. */
const BESIDE = [
  ...['staff_accounts', 'credentials', 'factors', 'private_images', 'person_keys', 'answers', 'due_commands'],
  ...['liability_bundles', 'chain_transfers', 'chain_inclusions', 'bank_payouts', 'login_history', 'known_devices'],
];

/** What a test does while the server runs. */
interface Moments {
  /** Before most of the work. */
  readonly early?: (started: StartedApp, databaseUrl: string) => Promise<void>;
  /** When all the work is done. */
  readonly late?: (started: StartedApp) => Promise<void>;
}

/**
 * The whole house after a day's work, as its own server left it: staff, a verified person with factors, a deposit, a payout
 * by chain and one by bank, a demo account, a root of liabilities.
 */
export async function openHouse({ early, late }: Moments = {}) {
  const database = await migratedDatabase();
  const desk = await startWithdrawals({ databaseUrl: database.url });
  const { started, clock } = desk;
  const time = new ChainTime(started, clock);
  const person = await savingPerson(started);
  const { trader } = person;
  await Trader.demo(started);
  await early?.(started, database.url);
  await submitIdentity(started.url, trader);
  const { trader: depositor } = await realPerson(started);
  await deposit(depositor, time, () => started.app.get(DepositWatcher, { strict: false }).look());
  for (const request of [await person.withdraw('500'), await person.withdraw('700', person.toCard)]) {
    await desk.as('ann').decides(request.withdrawalId).then();
    await payOut(started);
  }
  await bindGoogle(trader, person.password, clock);
  await desk.administer('changeMemberOwnUsers', 'ann', { userIds: [person.userId] });
  const pool = openPool(database.url, VERIFY_CONNECTIONS);
  // The first root of liabilities falls due a minute after the first balance.
  clock.advance(3 * 60_000);
  await realPerson(started);
  const rooted = `SELECT FROM events WHERE type = 'LiabilitiesCommitted' AND realm = 'real'`;
  await until(async () => (await pool.query(rooted)).rowCount !== 0);
  await late?.(started);
  await settled(started.app);
  await started.close();
  await pool.query('CREATE SCHEMA kept');
  for (const table of BESIDE) await pool.query(`CREATE TABLE kept.${table} AS TABLE ${table}`);
  const close = async (): Promise<void> => {
    await pool.end();
    await database.drop();
  };
  return { pool, now: clock.now(), userId: person.userId, close };
}

/** Everything as it was left. */
export async function putBack(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const columns = `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1) GROUP BY 1`;
    const { rows } = await client.query<{ name: string; columns: string }>(columns, [BESIDE]);
    const restored = rows.map(
      (table) =>
        `DELETE FROM ${table.name}; INSERT INTO ${table.name} (${table.columns}) OVERRIDING SYSTEM VALUE
           SELECT ${table.columns} FROM kept.${table.name}`,
    );
    await client.query(`SET session_replication_role = replica; ${restored.join(';')}`);
  } finally {
    client.release(true);
  }
}

async function submitIdentity(url: string, trader: Trader): Promise<void> {
  const image = async (purpose: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await photo())]), 'photo.jpg');
    const sent = { method: 'POST', headers: { authorization: `Bearer ${trader.token}` }, body: form };
    const answer = await fetch(`${url}/web/uploadImage?purpose=${purpose}`, sent);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const [front, held] = [await image('document-front'), await image('document-held')];
  const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
  const sent = await trader.post('submitPrimary', { ...texts, documentNumber: freshNumber(), front, held });
  if (sent.refusal !== '') throw new Error(sent.refusal);
}

async function deposit(trader: Trader, time: ChainTime, look: () => Promise<unknown>): Promise<void> {
  const { data } = await trader.get('getDepositAddress', { network: 'TRC20', currency: 'USDT' });
  const { network, address, tag } = data;
  const { hash } = await time.pay({ network, asset: 'USDT', to: address, tag, amount: '250' });
  await time.untilFinal(network, hash);
  await look();
}
