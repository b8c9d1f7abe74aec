import { create } from 'zustand';

/**
 * What the connection notice shows. `restarting`: the server closed on purpose or answers that it is not there for a moment;
 * everything comes back by itself.
 */
export type ConnectionState = 'connecting' | 'live' | 'slow' | 'reconnecting' | 'restarting' | 'offline';

interface Connection {
  state: ConnectionState;
  /** Half of the last heartbeat's round trip. */
  lagMs: number | null;
}

export const useConnection = create<Connection>(() => ({
  state: navigator.onLine ? 'connecting' : 'offline',
  lagMs: null,
}));

const SLOW_ANSWER_MS = 5000;
const SLOW_LAG_MS = 1500;
/** Requests that have been waiting for longer than is pleasant. */
let waiting = 0;

const set = (state: ConnectionState): void => useConnection.setState({ state });
const isUp = (): boolean => ['live', 'slow', 'connecting'].includes(useConnection.getState().state);

/** The socket is there (again). */
export function connectionLive(): void {
  set(waiting > 0 ? 'slow' : 'live');
}

/** The socket closed: `onPurpose` when the server closed it. */
export function connectionLost(onPurpose: boolean): void {
  if (!navigator.onLine) return set('offline');
  // A server that restarts refuses connections for a while; that is still its restart.
  if (onPurpose || useConnection.getState().state === 'restarting') return set('restarting');
  set('reconnecting');
}

/** A request was answered, so the server is back; the socket reconnects by itself. */
export function serverAnswered(): void {
  if (useConnection.getState().state === 'restarting') set('connecting');
}

/** A heartbeat was answered after so long. */
export function heartbeatAnswered(lagMs: number): void {
  useConnection.setState({ lagMs });
  if (isUp()) set(waiting > 0 || lagMs > SLOW_LAG_MS ? 'slow' : 'live');
}

/** Watches one request; call what it answers when the request is over. */
export function watchRequest(): () => void {
  let slow = false;
  const timer = setTimeout(() => {
    slow = true;
    waiting += 1;
    if (isUp()) set('slow');
  }, SLOW_ANSWER_MS);
  return () => {
    clearTimeout(timer);
    if (!slow) return;
    waiting -= 1;
    if (waiting === 0 && useConnection.getState().state === 'slow') set('live');
  };
}

/** Hears the browser's own word about the network, socket or not. */
export function followNetwork(): void {
  addEventListener('offline', () => set('offline'));
  addEventListener('online', () => {
    if (useConnection.getState().state === 'offline') set('connecting');
  });
}
