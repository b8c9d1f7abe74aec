import { Controller, Inject } from '@nestjs/common';
import {
  exportAccountRecordsQuery,
  getAccountRecordsQuery,
  getAsset2Query,
  getAssetHistoryQuery,
  getAssetsAtQuery,
  getBalancePostingsQuery,
  getHoldsQuery,
} from '../../../contracts/asset.contract.js';
import { refuse } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { ACCOUNT_RECORDS_FILE } from './account-records-file.js';
import { AssetQuery } from './asset.query.js';
import { PostingQuery } from './posting.query.js';

@Controller()
export class AssetController {
  constructor(
    @Inject(AssetQuery) private readonly assets: AssetQuery,
    @Inject(PostingQuery) private readonly postings: PostingQuery,
    @Inject(Files) private readonly files: Files,
  ) {}

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
    path: 'web/getAssetsAt',
    cost: 5,
    access: 'user',
    summary: 'What the account held at a past instant, by space and currency, and what it was worth then.',
    input: getAssetsAtQuery,
    answer: 'AssetsAtView',
    refusals: ['request.unavailable'],
  })
  getAssetsAt({ session, input }: Asked<typeof getAssetsAtQuery>) {
    return this.assets.assetsAt(session.realm, session.ownerId, input.at);
  }

  @Call({
    method: 'GET',
    path: 'web/getAssetHistory',
    cost: 5,
    access: 'user',
    summary: 'What the account was worth over a day, a week, a month or a year, in a chosen currency.',
    input: getAssetHistoryQuery,
    answer: 'AssetHistoryView',
    refusals: ['request.unavailable'],
  })
  getAssetHistory({ session, input }: Asked<typeof getAssetHistoryQuery>) {
    return this.assets.history(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getHolds',
    access: 'user',
    summary: 'What every frozen amount of the account is frozen by.',
    input: getHoldsQuery,
    answer: 'HoldRow[]',
    refusals: ['request.unavailable'],
  })
  getHolds({ session, input }: Asked<typeof getHoldsQuery>) {
    return this.assets.holds(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getBalancePostings',
    cost: 5,
    access: 'user',
    summary:
      'The postings behind one balance, newest first, each with the balance after it; also as of a past instant.',
    input: getBalancePostingsQuery,
    answer: 'BalancePostingsView',
    refusals: ['request.unavailable'],
  })
  getBalancePostings({ session, input }: Asked<typeof getBalancePostingsQuery>) {
    return this.postings.behind(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getAccountRecords',
    cost: 2,
    access: 'user',
    summary: 'Every posting to the account, newest first.',
    input: getAccountRecordsQuery,
    answer: 'Page<AccountRecordRow>',
    refusals: ['request.unavailable'],
  })
  getAccountRecords({ session, input }: Asked<typeof getAccountRecordsQuery>) {
    return this.postings.records(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/exportAccountRecords',
    access: 'user',
    summary: 'Every posting to the account as a CSV file (RFC 4180, UTF-8), newest first.',
    input: exportAccountRecordsQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async exportAccountRecords({ session, input }: Asked<typeof exportAccountRecordsQuery>) {
    const { realm, ownerId } = session;
    if (!(await this.postings.ready(realm))) return refuse('request.unavailable');
    return this.files.csv('account-records', ACCOUNT_RECORDS_FILE, { realm, ownerId, filters: input });
  }
}
