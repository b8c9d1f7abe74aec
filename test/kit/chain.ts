import { randomUUID } from 'node:crypto';
import { Chain } from '../../server/outside/chain/chain.js';
import type { ChainTransfer } from '../../server/core/ports/chain.js';
import type { FakeClock } from '../../server/core/clock.js';
import { amount } from '../../shared/money.js';
import { isRefusal } from '../../server/core/refusal.js';
import type { StartedApp } from './app.js';

interface Payment {
  network: string;
  asset: string;
  to: string;
  tag?: string | null;
  /** A decimal string. */
  amount: string;
  doubleSpend?: 'at-once' | 'in-reorganisation';
}

/** More blocks than any transfer ever waits for, and as far as a reorganisation is looked for. */
const PATIENCE_BLOCKS = 60;
const SEARCH_BLOCKS = 100_000;

/**
 * The simulated networks of an app under a clock of the test's own. Nothing here can do what the outside world could not: to
 * meet a reorganisation, it waits for one that the seed has.
 */
export class ChainTime {
  readonly chain: Chain;

  constructor(
    started: Pick<StartedApp, 'app'> | Chain,
    private readonly clock: FakeClock,
  ) {
    this.chain = started instanceof Chain ? started : started.app.get(Chain);
  }

  /** The wallet outside sends; answers the transfer as it stands in the mempool. */
  async pay({ network, tag = null, ...payment }: Payment): Promise<ChainTransfer> {
    const from = this.running(network).outsideWallet;
    const request = { ...payment, tag, networkId: network, from, key: `test:${randomUUID()}` };
    const sent = await this.chain.submit({ ...request, amount: amount(payment.amount) });
    if (isRefusal(sent)) throw new Error(sent.refusal);
    return sent;
  }

  /** So many blocks of the network are found; those of other networks come along as the clock says. */
  async blocks(network: string, count = 1): Promise<void> {
    const { schedule } = this.running(network);
    for (let left = count; left > 0; left -= 1) {
      this.clock.setTo(schedule.blockAt(schedule.heightAt(this.clock.now()) + 1));
      await this.chain.advance(this.clock.now());
    }
  }

  /** Lets blocks come until the transfer is final; throws when it was dropped or never comes to that. */
  async untilFinal(network: string, hash: string): Promise<ChainTransfer> {
    const { confirmations } = this.running(network);
    return this.until(network, hash, (transfer) => transfer.confirmations === confirmations);
  }

  async until(network: string, hash: string, is: (transfer: ChainTransfer) => boolean): Promise<ChainTransfer> {
    for (let left = PATIENCE_BLOCKS; left > 0; left -= 1) {
      const transfer = await this.chain.transfer(network, hash);
      if (transfer !== undefined && is(transfer)) return transfer;
      await this.blocks(network);
    }
    const stands = await this.chain.transfer(network, hash);
    throw new Error(`${network} ${hash} came to ${stands?.status ?? 'nothing'} at ${stands?.confirmations ?? 0}`);
  }

  /**
   * Moves the clock (by minutes up to hours) to where a transfer that is sent now is mined by the next block and taken back by
   * the one after it: `blocks(network)` once and it has one confirmation, twice and it is in the mempool or mined anew. It is
   * taken back once only.
   */
  async beforeReorganisation(network: string): Promise<{ minedBy: number; takenBackBy: number }> {
    const { schedule, confirmations } = this.running(network);
    const isCalm = (height: number): boolean => schedule.reorganisationDepth(height) === 0;
    const from = schedule.heightAt(this.clock.now()) + 3;
    for (let height = from; height < from + SEARCH_BLOCKS; height += 1) {
      if (isCalm(height) || schedule.delayBlocks(height - 2) > 0) continue;
      if (!Array.from({ length: 2 * confirmations }, (_, n) => height + 1 + n).every(isCalm)) continue;
      this.clock.setTo(schedule.blockAt(height - 2));
      await this.chain.advance(this.clock.now());
      return { minedBy: height - 1, takenBackBy: height };
    }
    throw new Error(`${network} is never reorganised`);
  }

  private running(network: string) {
    const found = this.chain.network(network);
    if (found === undefined) throw new Error(`there is no network ${network}`);
    return found;
  }
}
