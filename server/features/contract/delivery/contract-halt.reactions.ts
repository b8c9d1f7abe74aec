import type { HaltReason } from '../../../../contracts/contract-halt.contract.js';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { planned } from '../../../core/command.js';
import type { RecordedEvent } from '../../../core/event.js';
import { userOf } from '../../../engine/ledger/chart.js';
import type { Effects, Reaction, ReactionCommand } from '../../../engine/reactions/reaction.js';
import type { Writers } from '../../../engine/writer/writers.js';
import type { TradingHalted, TradingResumed } from '../../../market/contract-halt/contract-halt.events.js';
import { contractKind } from '../contract.product.js';
import { NotifyOfHalt } from './contract-end.commands.js';

const REALMS: readonly TradingRealm[] = ['demo', 'real'];

type Event<Data> = RecordedEvent<string, Data>;

/** Owners of positions and orders in a contract get a message of its halt and of its end, also when a server stops in between. */
export function haltReactions(writers: Pick<Writers, 'read'>): readonly Reaction[] {
  const notify = async ({ symbol, proposalId }: TradingResumed, reason: HaltReason | null): Promise<Effects> => {
    const change = reason === null ? ('resumed' as const) : ('halted' as const);
    const commands: ReactionCommand[] = [];
    for (const realm of REALMS) {
      const { book } = await writers.read(realm, contractKind, symbol);
      const ordering = [...book.everyOrder()].map(({ order }) => order.owner);
      for (const ownerId of new Set([...(book.positions?.names() ?? []), ...ordering])) {
        const data = { symbol, proposalId, change, reason, ownerId, userId: userOf(ownerId) };
        commands.push({ ...planned(NotifyOfHalt, data), realm, part: `${realm}:${ownerId}` });
      }
    }
    return { commands };
  };
  return [
    {
      name: 'when-contract-is-halted-notify-its-owners',
      realms: ['house'],
      on: {
        TradingHalted: ({ data }: Event<TradingHalted>) => notify(data, data.publicReason),
        TradingResumed: ({ data }: Event<TradingResumed>) => notify(data, null),
      },
    },
  ];
}
