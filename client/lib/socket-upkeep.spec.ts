import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Manager } from 'socket.io-client';
import { useConnection } from './connection';
import './rendered.testkit';
import { keepUp, RECONNECTION, type StreamSocket } from './socket-upkeep';

const NOON = Date.UTC(2026, 10, 21, 12);

/** A socket by hand: what it was asked to do, and a way to let something happen to it. */
function socketByHand() {
  const done: string[] = [];
  const heard = new Map<string, (given?: string) => void>();
  const state = { connected: false };
  const socket = {
    get connected() {
      return state.connected;
    },
    on: (event: string, listener: () => void) => heard.set(event, listener),
    connect: () => done.push('connect'),
    timeout: () => ({
      emit: (
        event: string,
        { main_type, time }: { main_type: number; time: number },
        answer: (error: null) => void,
      ) => {
        done.push(`${event} ${main_type} at ${(time - NOON) / 1000} s`);
        answer(null);
      },
    }),
  };
  const happen = (event: 'connect' | 'disconnect', reason?: string) => {
    state.connected = event === 'connect';
    heard.get(event)?.(reason);
  };
  keepUp(socket as unknown as StreamSocket, () => done.push('subscribe'));
  /** What was done since this was last asked. */
  return { happen, done: () => done.splice(0) };
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'onLine');
});

describe('the socket', () => {
  it('sends a heartbeat as soon as it is connected, and every 20 seconds from its beginning', () => {
    const { happen, done } = socketByHand();
    jest.advanceTimersByTime(5000);
    expect(done()).toEqual([]);
    happen('connect');
    expect(done()).toEqual(['subscribe', 'heartbeat 1 at 5 s']);
    jest.advanceTimersByTime(14_999);
    expect(done()).toEqual([]);
    jest.advanceTimersByTime(20_001);
    expect(done()).toEqual(['heartbeat 1 at 20 s', 'heartbeat 1 at 40 s']);
    expect(useConnection.getState().state).toBe('live');
  });

  it('connects again a second after the server closed it on purpose', () => {
    const { happen, done } = socketByHand();
    happen('connect');
    done();
    happen('disconnect', 'io server disconnect');
    expect(useConnection.getState().state).toBe('restarting');
    jest.advanceTimersByTime(999);
    expect(done()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(done()).toEqual(['connect']);
  });

  it('leaves the reconnect to socket.io when the connection broke, and sends no heartbeat meanwhile', () => {
    const { happen, done } = socketByHand();
    happen('connect');
    done();
    happen('disconnect', 'transport close');
    expect(useConnection.getState().state).toBe('reconnecting');
    jest.advanceTimersByTime(60_000);
    expect(done()).toEqual([]);
  });

  it('says nothing of a lost connection when it was closed here, for another session', () => {
    const { happen, done } = socketByHand();
    happen('connect');
    done();
    happen('disconnect', 'io client disconnect');
    expect(useConnection.getState().state).toBe('live');
    jest.advanceTimersByTime(1000);
    expect(done()).toEqual([]);
  });

  it('connects again about a second after a broken connection, however often that fails', () => {
    const { reconnectionDelayMax } = RECONNECTION;
    const manager = new Manager('ws://localhost', { ...RECONNECTION, autoConnect: false });
    expect(manager.reconnection()).toBe(true);
    expect([manager.reconnectionDelay(), reconnectionDelayMax, manager.randomizationFactor()]).toEqual([
      1000, 1000, 0.2,
    ]);
    expect(manager.reconnectionAttempts()).toBe(Infinity);
  });
});
