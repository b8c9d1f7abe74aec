import type { AlertKind, AlertRepeat, AlertStatus } from '../../../contracts/alert.contract.js';
import { amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable, sum, type ChangeOf, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { AlertEvent, AlertSet } from './alert.events.js';

/** Every alert there ever was. Unknown values are '' and 0; the last four are what the watcher goes by. */
export const alerts = new ReadTable('alerts', {
  realm: key.text,
  alertId: key.text,
  userId: first.text,
  position: first.count,
  symbol: first.text,
  kind: last.textOf<AlertKind>(),
  level: last.text,
  repeat: last.textOf<AlertRepeat>(),
  pauseMinutes: last.count,
  endsAt: last.instant,
  email: last.boolean,
  sealedNote: last.textOf<Sealed | ''>(),
  status: last.textOf<AlertStatus>(),
  createdAt: first.instant,
  times: sum.count,
  reachedAt: last.instant,
  reachedPrice: last.text,
  rulesVersion: last.count,
  round: sum.count,
  since: last.instant,
  armed: last.boolean,
  side: last.textOf<'up' | 'down'>(),
});
export type AlertRow = RowOf<typeof alerts>;
type Change = ChangeOf<typeof alerts>;

export const alertsProjection: Projection = {
  name: 'alerts',
  realms: ['demo', 'real'],
  tables: [alerts],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (!recorded.stream.startsWith('alert-')) return;
    const event = recorded as AlertEvent;
    const { realm, at, position } = event;
    const { alertId } = event.data;
    const change = (row: Change): void => rows.update(alerts, { realm, alertId, ...row, round: 1 });
    switch (event.type) {
      case 'AlertSet': {
        const { userId, symbol } = event.data;
        const told = { times: 0, reachedAt: 0, reachedPrice: '' };
        const begun = { realm, alertId, userId, position, symbol, createdAt: at, ...told };
        return rows.insert(alerts, { ...begun, ...termsOf(event.data, at), round: 1 });
      }
      case 'AlertChanged':
        return change(termsOf(event.data, at));
      case 'AlertPaused':
        return change({ status: 'paused' });
      case 'AlertResumed':
        return change({ status: 'active', since: at, armed: false });
      case 'AlertSplit': {
        const { level, since, armed, side } = event.data;
        return change({ level, since, armed, side });
      }
      case 'AlertTriggered': {
        const { againAt, reachedAt, price } = event.data;
        const reached = { times: 1, reachedAt, reachedPrice: price };
        if (againAt === null) return change({ ...reached, status: 'triggered' });
        return change({ ...reached, since: againAt, armed: false });
      }
      case 'AlertRemoved':
        return change({ status: 'removed' });
      case 'AlertEnded':
        return change({ status: 'ended' });
    }
  },
};

function termsOf(data: AlertSet, at: number): Change {
  const { kind, level, repeat, pauseMinutes, endsAt, email, sealedNote, policy, last: price } = data;
  const side = kind !== 'moves' && amount(price) < amount(level) ? 'up' : 'down';
  return {
    kind,
    level,
    repeat,
    pauseMinutes,
    endsAt,
    email,
    sealedNote: sealedNote ?? '',
    status: 'active',
    rulesVersion: policy.version,
    since: at,
    armed: true,
    side,
  };
}
