import { Controller } from '@nestjs/common';
import {
  exchangePoints,
  getRewardRecords,
  getRewards,
  setSignInZone,
  signIn,
} from '../../../contracts/reward.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { RewardQuery } from './reward.query.js';
import { RewardService } from './reward.service.js';

@Controller()
export class RewardController {
  constructor(
    private readonly service: RewardService,
    private readonly query: RewardQuery,
  ) {}

  @Handle(getRewards)
  getRewards(context: CallContext<typeof getRewards>) {
    return this.service.view(context);
  }

  @Handle(signIn)
  signIn(context: CallContext<typeof signIn>) {
    return this.service.signIn(context);
  }

  @Handle(setSignInZone)
  setSignInZone(context: CallContext<typeof setSignInZone>) {
    return this.service.setZone(context);
  }

  @Handle(exchangePoints)
  exchangePoints(context: CallContext<typeof exchangePoints>) {
    return this.service.exchange(context);
  }

  @Handle(getRewardRecords)
  getRewardRecords({ session, input }: CallContext<typeof getRewardRecords>) {
    return this.query.records(session.userId, input);
  }
}
