import { io, type Socket } from 'socket.io-client';
import type { Channel, ClientToServer, ServerToClient, SubscribeAnswer } from '../../contracts/stream.contract';
import { endSession } from './api';
import { connectionLive, connectionLost, heartbeatAnswered } from './connection';
import { useSession } from './session';

const HEARTBEAT_MS = 20_000;
const RECONNECT_MS = 1000;
const ANSWER_MS = 8000;

export type Snapshot = Extract<SubscribeAnswer, { ok: true }>['snapshot'];
type EventName = 'tickers' | 'book' | 'trades' | 'candles' | 'contractCandles' | 'account';

interface Subscription {
  channel: Channel;
  onSnapshot: (snapshot: Snapshot) => void;
}

const subscriptions = new Map<string, Subscription>();
let socket: Socket<ServerToClient, ClientToServer> | null = null;

/** Opens the one socket of the page; it lives as long as the page does. */
function connected(): Socket<ServerToClient, ClientToServer> {
  if (socket !== null) return socket;
  const made: Socket<ServerToClient, ClientToServer> = io({
    path: '/socket.io',
    transports: ['websocket'],
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MS,
    randomizationFactor: 0.2,
    auth: (give) => give({ token: useSession.getState().session?.token }),
  });
  socket = made;
  made.on('connect', () => {
    connectionLive();
    for (const name of subscriptions.keys()) subscribe(name);
    beat();
  });
  made.on('disconnect', (reason) => {
    // Our own: another session wants another handshake.
    if (reason === 'io client disconnect') return;
    connectionLost(reason === 'io server disconnect');
    // The server closed on purpose (a restart): socket.io leaves the reconnect to us then.
    if (reason === 'io server disconnect') setTimeout(() => made.connect(), RECONNECT_MS);
  });
  made.on('connect_error', () => connectionLost(false));
  made.on('sessionEnded', endSession);
  // A network that was away for a moment only may have left the socket standing; the heartbeat finds out.
  addEventListener('online', () => (made.connected ? beat() : made.connect()));
  setInterval(beat, HEARTBEAT_MS);
  followSession(made);
  return made;
}

/** The handshake carries the token, so another session needs another handshake. */
function followSession(made: Socket): void {
  let token = useSession.getState().session?.token;
  useSession.subscribe(({ session }) => {
    if (session?.token === token) return;
    token = session?.token;
    made.disconnect().connect();
  });
}

function beat(): void {
  if (!socket?.connected) return;
  const sentAt = Date.now();
  socket.timeout(ANSWER_MS).emit('heartbeat', { main_type: 1, time: sentAt }, (error) => {
    if (!error) heartbeatAnswered(Math.round((Date.now() - sentAt) / 2));
  });
}

function subscribe(name: string): void {
  const wanted = subscriptions.get(name);
  if (wanted === undefined || !connected().connected) return;
  connected()
    .timeout(ANSWER_MS)
    .emit('subscribe', wanted.channel, (error: Error | null, answer?: SubscribeAnswer) => {
      if (subscriptions.get(name) !== wanted) return;
      if (error) setTimeout(() => subscribe(name), RECONNECT_MS);
      else if (answer?.ok) wanted.onSnapshot(answer.snapshot);
    });
}

/**
 * Joins a channel under a name; the snapshot comes again after every reconnect and after `resync`. Joining again under the same
 * name replaces the subscription. Returns the function that leaves.
 */
export function join(name: string, channel: Channel, onSnapshot: (snapshot: Snapshot) => void): () => void {
  const mine: Subscription = { channel, onSnapshot };
  subscriptions.set(name, mine);
  subscribe(name);
  return () => {
    if (subscriptions.get(name) !== mine) return;
    subscriptions.delete(name);
    if (connected().connected) connected().emit('unsubscribe', channel, () => undefined);
  };
}

/** Requests a fresh snapshot after a gap in the sequence. */
export const resync = (name: string): void => subscribe(name);

/** Hears every message of one kind; the listener picks its own symbol. */
export function hear<Name extends EventName>(name: Name, listener: ServerToClient[Name]): () => void {
  const made = connected();
  // oxlint-disable-next-line house/no-erasing-cast -- socket.io cannot tell the listeners of one name from those of all.
  made.on(name, listener as never);
  // oxlint-disable-next-line house/no-erasing-cast -- socket.io cannot tell the listeners of one name from those of all.
  return () => void made.off(name, listener as never);
}
