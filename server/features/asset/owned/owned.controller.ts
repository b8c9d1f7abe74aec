import { Controller } from '@nestjs/common';
import { getOwned } from '../../../../contracts/owned.calls.js';
import { Handle, type CallContext } from '../../../edge/http/call.js';
import { OwnedQuery } from './owned.query.js';

@Controller()
export class OwnedController {
  constructor(private readonly owned: OwnedQuery) {}

  @Handle(getOwned)
  getOwned({ session: { realm, userId, ownerId } }: CallContext<typeof getOwned>) {
    return this.owned.owned({ realm, userId, ownerId });
  }
}
