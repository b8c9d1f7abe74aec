import { Controller } from '@nestjs/common';
import {
  exportAccountRecords,
  getAccountRecords,
  getAsset2,
  getAssetHistory,
  getAssetsAt,
  getBalancePostings,
  getHolds,
} from '../../../contracts/asset.calls.js';
import { refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { ACCOUNT_RECORDS_FILE } from './account-records-file.js';
import { AssetQuery } from './asset.query.js';
import { PostingQuery } from './posting.query.js';

@Controller()
export class AssetController {
  constructor(
    private readonly assets: AssetQuery,
    private readonly postings: PostingQuery,
    private readonly files: Files,
  ) {}

  @Handle(getAsset2)
  getAsset2({ session, input }: CallContext<typeof getAsset2>) {
    return this.assets.assets(session.realm, session.ownerId, input.after);
  }

  @Handle(getAssetsAt)
  getAssetsAt({ session, input }: CallContext<typeof getAssetsAt>) {
    return this.assets.assetsAt(session.realm, session.ownerId, input.at);
  }

  @Handle(getAssetHistory)
  getAssetHistory({ session, input }: CallContext<typeof getAssetHistory>) {
    return this.assets.history(session.realm, session.ownerId, input);
  }

  @Handle(getHolds)
  getHolds({ session, input }: CallContext<typeof getHolds>) {
    return this.assets.holds(session.realm, session.ownerId, input);
  }

  @Handle(getBalancePostings)
  getBalancePostings({ session, input }: CallContext<typeof getBalancePostings>) {
    return this.postings.behind(session.realm, session.ownerId, input);
  }

  @Handle(getAccountRecords)
  getAccountRecords({ session, input }: CallContext<typeof getAccountRecords>) {
    return this.postings.records(session.realm, session.ownerId, input);
  }

  @Handle(exportAccountRecords)
  async exportAccountRecords({ session, input }: CallContext<typeof exportAccountRecords>) {
    const { realm, ownerId } = session;
    if (!(await this.postings.ready(realm))) return refuse('request.unavailable');
    return this.files.csv('account-records', ACCOUNT_RECORDS_FILE, { realm, ownerId, filters: input });
  }
}
