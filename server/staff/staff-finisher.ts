import { Injectable, Logger } from '@nestjs/common';
import { Regularly } from '../edge/work/regularly.js';
import { StaffChanges } from './staff-changes.js';
import { StaffSessions } from './staff-sessions.js';

const EVERY_MS = 60_000;

/** Finishes changes at the start, and once a minute those of another server. Their sessions end, as after every change. */
@Injectable()
export class StaffFinisher extends Regularly {
  constructor(changes: StaffChanges, sessions: StaffSessions) {
    const finish = async (): Promise<void> => {
      for (const staffId of await changes.finish()) await sessions.endAll(staffId);
    };
    super(EVERY_MS, finish, (error) =>
      new Logger('Staff').warn(`changes of staff accounts are not finished: ${String(error)}`),
    );
  }
}
