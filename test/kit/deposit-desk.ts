import type { DepositAddressView, DepositDetailView, DepositView } from '../../contracts/deposit.contract.js';
import { SimulatedChain } from '../../server/core/ports/chain.js';
import { FakeClock } from '../../server/core/clock.js';
import { PersonalDataHandlers } from '../../server/core/ports/personal-holdings.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { DepositNotes, DepositWatcher } from '../../server/features/deposit/deposit.watcher.js';
import { WEDNESDAY_NOON } from './app.js';
import { ChainTime } from './chain.js';
import { openPerson } from './person.js';
import type { Trader } from './trader.js';
import { startStaffed } from './staff-client.js';

/** A server with a reviewer of deposits, and networks whose time the test moves. */
export async function startDepositDesk() {
  const clock = new FakeClock(WEDNESDAY_NOON);
  const staffed = await startStaffed({ clock });
  await staffed.member('dora', 'reviewer', ['deposit']);
  const { started } = staffed;
  const time = new ChainTime(started, clock);
  const { pool } = started.app.get<EventStore>(EventStore, { strict: false });
  const get = <Part>(token: unknown): Part => started.app.get<Part>(token as string, { strict: false });
  const look = () => started.app.get(DepositWatcher, { strict: false }).look();

  /** As if many servers watched at once; two more note one transfer without the lock. */
  async function lookFromServers(servers: number, hash: string): Promise<void> {
    const notes = get<DepositNotes>(DepositNotes);
    const looks = Array.from({ length: servers }, () => new DepositWatcher(get(SimulatedChain), notes, pool).look());
    await Promise.all([...looks, notes.note('TRC20', hash), notes.note('TRC20', hash)]);
  }

  /** The obligation of deposits that blocks the person's erasure. */
  const erasureRefusal = ({ userId }: Trader) =>
    get<PersonalDataHandlers>(PersonalDataHandlers)
      .all()
      .find(({ name }) => name === 'deposits')
      ?.refusal?.(userId);

  async function creditsOf(who: Trader): Promise<number> {
    const sql = `SELECT count(*)::int AS n FROM events WHERE type = 'DepositCredited' AND data LIKE '%' || $1 || '%'`;
    return (await pool.query<{ n: number }>(sql, [who.userId])).rows[0]?.n ?? 0;
  }

  async function house(account: string, asset: string): Promise<string> {
    const sql = `SELECT trim_scale(amount)::text AS n FROM ledger_balances WHERE realm = 'real' AND account = $1 AND asset = $2`;
    return (await pool.query<{ n: string }>(sql, [account, asset])).rows[0]?.n ?? '0';
  }

  /** Pays to the address and lets the network come to the end of it. */
  async function arrived(to: DepositAddressView, asset: string, amount: string): Promise<string> {
    const { network, address, tag } = to;
    const { hash } = await time.pay({ network, asset, to: address, tag, amount });
    await time.untilFinal(network, hash);
    await look();
    return hash;
  }

  const person = (): Promise<Trader> => openPerson(started, clock.now());
  return { ...staffed, time, pool, look, lookFromServers, erasureRefusal, creditsOf, house, arrived, person };
}

export async function addressOf(who: Trader, network: string, currency: string): Promise<DepositAddressView> {
  return who.when('getDepositAddress', { network, currency }).then();
}

export const depositsOf = async (who: Trader, query: Record<string, string> = {}): Promise<DepositView[]> =>
  (await who.given('getDeposits', query)).items;

export const depositOf = (who: Trader, depositId: string, lang = 'en'): Promise<DepositDetailView> =>
  who.given('getDeposit', { depositId, lang });

/** The person's spot balance. */
export async function spotBalance(who: Trader, currency: string): Promise<string> {
  const { rows } = await who.given('getAsset2');
  return rows.find((row) => row.space === 'spot' && row.currency === currency)?.available ?? '0';
}

export const submitDeposit = (who: Trader, form: Record<string, string>) =>
  who.when('submitDeposit', { network: 'TRC20', currency: 'USDT', amount: '5', ...form });
