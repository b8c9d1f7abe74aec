import { Controller } from '@nestjs/common';
import {
  getLogCheckpoint,
  getLogConsistency,
  getLogProof,
  getLogs,
  getLogTile,
  staffLogProof,
} from '../../contracts/public-log.calls.js';
import { FILE_TYPES } from '../../contracts/call.contract.js';
import { isRefusal } from '../core/refusal.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { Download } from '../edge/http/reply.js';
import { PublicLogQuery } from './public-log.query.js';

/** A checkpoint is followed by another within a minute; a tile is the same for ever. */
const MOMENTARY = { 'cache-control': 'public, max-age=5' };
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };

@Controller()
export class PublicLogController {
  constructor(private readonly logs: PublicLogQuery) {}

  @Handle(getLogCheckpoint)
  async getLogCheckpoint({ input }: CallContext<typeof getLogCheckpoint>) {
    const note = await this.logs.note(input.realm);
    return isRefusal(note) ? note : new Download('checkpoint', FILE_TYPES.note, [Buffer.from(note)], MOMENTARY);
  }

  @Handle(getLogTile)
  async getLogTile({ input }: CallContext<typeof getLogTile>) {
    const bytes = await this.logs.tile(input.realm, input['*']);
    return isRefusal(bytes) ? bytes : new Download('tile', FILE_TYPES.tile, [bytes], FOR_EVER);
  }

  @Handle(getLogs)
  getLogs(_: CallContext<typeof getLogs>) {
    return this.logs.logs();
  }

  @Handle(getLogConsistency)
  getLogConsistency({ input }: CallContext<typeof getLogConsistency>) {
    return this.logs.consistency(input);
  }

  @Handle(getLogProof)
  getLogProof({ session, input }: CallContext<typeof getLogProof>) {
    return this.logs.ownProof(session.realm, session.userId, input.position);
  }

  @Handle(staffLogProof)
  staffLogProof({ input }: CallContext<typeof staffLogProof>) {
    return this.logs.anyProof(input.id);
  }
}
