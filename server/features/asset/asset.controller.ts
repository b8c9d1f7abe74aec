import { Controller, Inject } from '@nestjs/common';
import { getAccountRecordsQuery, getAsset2Query } from '../../../contracts/asset.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { AssetQuery } from './asset.query.js';

@Controller()
export class AssetController {
  constructor(@Inject(AssetQuery) private readonly assets: AssetQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getAsset2',
    access: 'user',
    summary: 'What the account holds, by space and currency, and what it is worth now.',
    input: getAsset2Query,
    answer: 'AssetsView',
  })
  getAsset2({ session, input }: Asked<typeof getAsset2Query>) {
    return this.assets.assets(session.realm, session.ownerId, input.after);
  }

  @Call({
    method: 'GET',
    path: 'web/getAccountRecords',
    access: 'user',
    summary: 'Every posting to the account, newest first.',
    input: getAccountRecordsQuery,
    answer: 'Page<AccountRecordRow>',
    refusals: ['request.unavailable'],
  })
  getAccountRecords({ session, input }: Asked<typeof getAccountRecordsQuery>) {
    return this.assets.records(session.realm, session.ownerId, input);
  }
}
