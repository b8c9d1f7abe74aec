import type { SessionStateView } from '../../contracts/session.contract';
import { useFormat } from '../lib/format';

const WEEK_MS = 7 * 86_400_000;
const MOMENT = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const FAR_MOMENT = { month: 'short', day: 'numeric', ...MOMENT } as const;

/** Making a formatter costs more than a row of a list may. */
const made = new Map<string, (at: number) => string>();

/** When a session changes next, in the reader's language and time zone: `Mon 15:30`, with the date when that is a week away. */
export function useMoment(): (at: number) => string {
  const { tag } = useFormat();
  const known = made.get(tag) ?? momentIn(tag);
  made.set(tag, known);
  return known;
}

function momentIn(tag: string): (at: number) => string {
  const near = new Intl.DateTimeFormat(tag, MOMENT);
  const far = new Intl.DateTimeFormat(tag, FAR_MOMENT);
  return (at) => (at - Date.now() < WEEK_MS ? near : far).format(at);
}

const PHASE_KEYS = { open: 'session.open', call: 'session.call', closed: 'session.closed' } as const;

/** The word for what a session is in: a key of the `market` texts. */
export const phaseKey = ({ phase, pause }: SessionStateView): string =>
  pause === null ? PHASE_KEYS[phase] : 'session.paused';

/** The sentence of a session's state: a key of the `market` texts, with `{{at}}` for the moment. */
export function sessionKey({ open, nextChangeAt, pause }: SessionStateView): string {
  if (pause !== null) return pause.reason === 'price-limit' ? 'session.mayResume' : 'session.resumes';
  if (nextChangeAt === null) return open ? 'session.always' : 'session.halted';
  return open ? 'session.until' : 'session.opens';
}
