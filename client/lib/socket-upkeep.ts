import type { Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '../../contracts/stream.contract';
import { connectionLive, connectionLost, heartbeatAnswered } from './connection';

const HEARTBEAT_MS = 20_000;
export const RECONNECT_MS = 1000;
export const ANSWER_MS = 8000;

/** About a second after a lost connection, and a little apart: a server that comes back is not met by everybody at once. */
export const RECONNECTION = {
  reconnectionDelay: RECONNECT_MS,
  reconnectionDelayMax: RECONNECT_MS,
  randomizationFactor: 0.2,
} as const;

export type StreamSocket = Socket<ServerToClient, ClientToServer>;

/** Keeps a socket alive and the connection notice true; `onConnect` runs after each connect, before the first heartbeat. */
export function keepUp(
  socket: Pick<StreamSocket, 'connected' | 'connect' | 'on' | 'timeout'>,
  onConnect: () => void,
): void {
  const beat = () => {
    if (!socket.connected) return;
    const sentAt = Date.now();
    socket.timeout(ANSWER_MS).emit('heartbeat', { main_type: 1, time: sentAt }, (error) => {
      if (!error) heartbeatAnswered(Math.round((Date.now() - sentAt) / 2));
    });
  };
  socket.on('connect', () => {
    connectionLive();
    onConnect();
    beat();
  });
  socket.on('disconnect', (reason) => {
    // Our own: another session wants another handshake.
    if (reason === 'io client disconnect') return;
    connectionLost(reason === 'io server disconnect');
    // The server closed on purpose (a restart): socket.io leaves the reconnect to us then.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), RECONNECT_MS);
  });
  socket.on('connect_error', () => connectionLost(false));
  // A network that was away for a moment only may have left the socket standing; the heartbeat finds out.
  addEventListener('online', () => (socket.connected ? beat() : socket.connect()));
  setInterval(beat, HEARTBEAT_MS);
}
