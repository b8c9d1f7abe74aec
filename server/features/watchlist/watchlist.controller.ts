import { Controller } from '@nestjs/common';
import {
  changeWatchlist,
  createWatchlist,
  getWatchlists,
  removeWatchlist,
  starInstruments,
  unstarInstrument,
} from '../../../contracts/watchlist.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { WatchlistService } from './watchlist.service.js';

@Controller()
export class WatchlistController {
  constructor(private readonly service: WatchlistService) {}

  @Handle(getWatchlists)
  getWatchlists({ session }: CallContext<typeof getWatchlists>) {
    return this.service.view(session);
  }

  @Handle(createWatchlist)
  createWatchlist(context: CallContext<typeof createWatchlist>) {
    return this.service.create(context);
  }

  @Handle(changeWatchlist)
  changeWatchlist(context: CallContext<typeof changeWatchlist>) {
    return this.service.change(context);
  }

  @Handle(removeWatchlist)
  removeWatchlist(context: CallContext<typeof removeWatchlist>) {
    return this.service.remove(context);
  }

  @Handle(starInstruments)
  starInstruments(context: CallContext<typeof starInstruments>) {
    return this.service.star(context);
  }

  @Handle(unstarInstrument)
  unstarInstrument(context: CallContext<typeof unstarInstrument>) {
    return this.service.unstar(context);
  }
}
