import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import type { OrderView } from '../contracts/spot.contract.js';
import { isRefusal, type Refusal } from './core/refusal.js';
import { AccountLive, type AccountReader } from './edge/socket/account-live.js';
import { LiveSources } from './edge/socket/live-source.js';
import { EventStore } from './engine/history/event-store.js';
import { AssetModule } from './features/asset/asset.module.js';
import { AssetQuery } from './features/asset/asset.query.js';
import { SpotReadModule } from './features/spot/spot-read.module.js';
import { SpotQuery } from './features/spot/spot.query.js';
import { declarationOf } from './features.js';

/** Tells users' sockets what happened to their accounts. */
@Module({ imports: [AssetModule, SpotReadModule] })
export class LiveModule implements OnModuleInit {
  constructor(
    private readonly sources: LiveSources,
    private readonly store: EventStore,
    private readonly spot: SpotQuery,
    private readonly assets: AssetQuery,
  ) {}

  onModuleInit(): void {
    const hasListeners = (userId: string): boolean => this.sources.hasAccountListeners(userId);
    const live = new AccountLive(this.reader(), declarationOf, hasListeners, new Logger('AccountLive'));
    this.sources.add(live);
    this.store.subscribe((realm, events) => live.take(realm, events));
  }

  private reader(): AccountReader {
    const { spot, assets } = this;
    return {
      openOrders: async (realm, ownerId) => need(await spot.openOrders(realm, ownerId, { symbol: undefined })),
      orders: async (realm, ownerId, ids) => {
        const found = await Promise.all(ids.map((id) => spot.order(realm, ownerId, id)));
        return found.filter((order): order is OrderView => !isRefusal(order));
      },
      newestTrades: async (realm, ownerId, limit) => need(await spot.trades(realm, ownerId, { limit })).items,
      assets: (realm, ownerId) => assets.assets(realm, ownerId),
    };
  }
}

function need<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(`the read models do not answer: ${answer.refusal}`);
  return answer;
}
