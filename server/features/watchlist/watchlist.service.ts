import { Injectable } from '@nestjs/common';
import type {
  changeWatchlist,
  createWatchlist,
  removeWatchlist,
  starInstruments,
  unstarInstrument,
} from '../../../contracts/watchlist.calls.js';
import {
  FIRST_COLUMNS,
  type WatchlistCreatedView,
  type WatchlistsView,
  type WatchlistView,
} from '../../../contracts/watchlist.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Vault } from '../../core/ports/vault.js';
import { WatchedPrices } from '../../core/ports/watched-prices.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Writers } from '../../engine/writer/writers.js';
import {
  ChangeWatchlist,
  CreateWatchlist,
  RemoveWatchlist,
  StarInstruments,
  UnstarInstrument,
} from './watchlist.commands.js';
import { watchlistKind, type Watchlist } from './watchlist.decider.js';
import type { ListName } from './watchlist.events.js';

type Call = Pick<CallContext<typeof createWatchlist>, 'session' | 'requestToken'>;
type Owner = Pick<Call['session'], 'realm' | 'userId'>;

const CONTEXT = 'watchlist.name';

/** What a call does around its command: symbols that exist, and names under their owner's key. */
@Injectable()
export class WatchlistService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly prices: WatchedPrices,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async view(owner: Owner): Promise<WatchlistsView> {
    const state = await this.writers.read(owner.realm, watchlistKind, owner.userId);
    return { lists: await Promise.all([...state.values()].map((list) => this.opened(owner, list))) };
  }

  create(call: CallContext<typeof createWatchlist>): Promise<WatchlistCreatedView | Refusal> {
    const { name, columns = [...FIRST_COLUMNS], symbols = [] } = call.input;
    const watchlistId = this.ids.next('watchlist');
    return this.send(call, async (context) => {
      const unknown = this.unknown(symbols, context);
      if (unknown !== undefined) return unknown;
      const data = { ...ownerOf(call), watchlistId, name: await this.sealed(call.session, name), columns, symbols };
      return new CreateWatchlist(context, data);
    });
  }

  change(call: CallContext<typeof changeWatchlist>): Promise<null | Refusal> {
    const { watchlistId, name, columns = null } = call.input;
    return this.send(call, async (context) => {
      const sealed = name === undefined ? null : await this.sealed(call.session, name);
      return new ChangeWatchlist(context, { ...ownerOf(call), watchlistId, name: sealed, columns });
    });
  }

  remove(call: CallContext<typeof removeWatchlist>): Promise<null | Refusal> {
    const { watchlistId } = call.input;
    return this.send(call, async (context) => new RemoveWatchlist(context, { ...ownerOf(call), watchlistId }));
  }

  star(call: CallContext<typeof starInstruments>): Promise<null | Refusal> {
    const { watchlistId, symbols, place = null } = call.input;
    return this.send(
      call,
      async (context) =>
        this.unknown(symbols, context) ??
        new StarInstruments(context, { ...ownerOf(call), watchlistId, symbols, place }),
    );
  }

  unstar(call: CallContext<typeof unstarInstrument>): Promise<null | Refusal> {
    const { watchlistId, symbol } = call.input;
    return this.send(call, async (context) => new UnstarInstrument(context, { ...ownerOf(call), watchlistId, symbol }));
  }

  private async send<Answer>(
    { session, requestToken }: Call,
    make: (context: CommandContext) => Promise<HouseCommand<unknown, Answer> | Refusal>,
  ): Promise<Answer | Refusal> {
    const { realm, userId } = session;
    const context = { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
    const done = await this.commands.prepare(context, () => make(context));
    return done.ok ? done.answer : done.refusal;
  }

  private unknown(symbols: readonly string[], { at }: CommandContext): Refusal | undefined {
    const symbol = symbols.find((each) => this.prices.instrument(each, at) === undefined);
    return symbol === undefined ? undefined : refuse('market.symbol-unknown', { field: 'symbols', symbol });
  }

  /** A demo account has no key of its own. Names differ in more than case, width and blanks, or a reader would mix them up. */
  private async sealed({ realm, userId }: Owner, name: string): Promise<ListName> {
    const sealed =
      realm === 'real' ? await this.vault.seal(userId, CONTEXT, name) : this.vault.sealForHouse(CONTEXT, name);
    const plain = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
    return { sealed, fingerprint: this.vault.fingerprint('watchlist', `${userId}/${plain}`) };
  }

  private async opened({ realm, userId }: Owner, list: Watchlist): Promise<WatchlistView> {
    const { watchlistId, name, columns, symbols } = list;
    return { watchlistId, name: await this.words(realm, userId, name), columns: [...columns], symbols: [...symbols] };
  }

  private async words(realm: string, userId: string, name: ListName | null): Promise<string | null> {
    if (name === null) return null;
    const { sealed } = name;
    return realm === 'real'
      ? ((await this.vault.open(userId, CONTEXT, sealed)) ?? '')
      : this.vault.openForHouse(CONTEXT, sealed);
  }
}

const ownerOf = ({ session: { userId, ownerId } }: Call) => ({ userId, ownerId });
