import { io } from 'socket.io-client';
import type { Channel, ServerToClient, SubscribeAnswer } from '../../contracts/stream.contract';
import { endSession } from './api';
import { useSession } from './session';
import { ANSWER_MS, keepUp, RECONNECT_MS, RECONNECTION, type StreamSocket } from './socket-upkeep';

export type Snapshot = Extract<SubscribeAnswer, { ok: true }>['snapshot'];
type EventName = 'tickers' | 'book' | 'trades' | 'candles' | 'contractCandles' | 'account';

interface Subscription {
  channel: Channel;
  onSnapshot: (snapshot: Snapshot) => void;
}

const subscriptions = new Map<string, Subscription>();
let socket: StreamSocket | null = null;

/** Opens the one socket of the page; it lives as long as the page does. */
function connected(): StreamSocket {
  if (socket !== null) return socket;
  const made: StreamSocket = io({
    path: '/socket.io',
    transports: ['websocket'],
    ...RECONNECTION,
    auth: (give) => give({ token: useSession.getState().session?.token }),
  });
  socket = made;
  keepUp(made, () => {
    for (const name of subscriptions.keys()) subscribe(name);
  });
  made.on('sessionEnded', endSession);
  followSession(made);
  return made;
}

/** The handshake carries the token, so another session needs another handshake. */
function followSession(made: StreamSocket): void {
  let token = useSession.getState().session?.token;
  useSession.subscribe(({ session }) => {
    if (session?.token === token) return;
    token = session?.token;
    made.disconnect().connect();
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
