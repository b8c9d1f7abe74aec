import { Controller, Inject } from '@nestjs/common';
import {
  exportAccountRecordsQuery,
  getAccountRecordsQuery,
  getAsset2Query,
  type AccountRecordRow,
} from '../../../contracts/asset.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { csvDownload, csvInstant } from '../../edge/http/csv.js';
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
  exportAccountRecords({ session, input }: Asked<typeof exportAccountRecordsQuery>) {
    const { realm, ownerId } = session;
    return csvDownload<AccountRecordRow>({
      name: 'account-records',
      from: input.from,
      to: input.to,
      columns: {
        position: (row) => row.position,
        time: (row) => csvInstant(row.at),
        event: (row) => row.event,
        account: (row) => `${row.space}/${row.bucket}`,
        currency: (row) => row.currency,
        amount: (row) => row.amount,
        symbol: (row) => row.symbol,
        orderId: (row) => row.orderId,
        reference: (row) => row.reference,
        eventHash: (row) => row.hash,
      },
      page: (cursor) => this.assets.records(realm, ownerId, { ...input, cursor, limit: EXPORT_PAGE }),
    });
  }
}

const EXPORT_PAGE = 1000;
