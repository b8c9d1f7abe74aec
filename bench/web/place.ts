import { createServer, request as forward, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import type { SessionView } from '../../contracts/account.contract.js';
import type { Channel, ClientToServer, ServerToClient, SubscribeAnswer } from '../../contracts/stream.contract.js';
import { BenchPlace } from '../server.js';

export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** The product as it is built for production, on a database of its own, and a browser. */
export interface WebPlace {
  /** `http://127.0.0.1:<port>` */
  url: string;
  browser: Browser;
  chromiumPath: string;
  close(): Promise<void>;
}

export async function openWebPlace(browserArgs: string[] = []): Promise<WebPlace> {
  const place = await BenchPlace.open();
  const { port } = await place.server(await place.database('glassbook'));
  const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...browserArgs];
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  return {
    url: `http://127.0.0.1:${port}`,
    browser,
    chromiumPath,
    async close() {
      await browser.close();
      await place.close();
    },
  };
}

/** A window with a fresh demo account. */
export async function demoWindow(
  { browser }: WebPlace,
  url: string,
  options: Parameters<Browser['newContext']>[0] = DESKTOP,
): Promise<BrowserContext> {
  const answer = (await (await fetch(`${url}/web/tempLogin`)).json()) as { data: SessionView };
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const kept = JSON.stringify(JSON.stringify({ state: { session: answer.data }, version: 1 }));
  await context.addInitScript(`localStorage.setItem('glassbook.session', ${kept});`);
  return context;
}

/** The product with its own calls and screens, and a live feed that the bench drives. */
export interface Feed {
  url: string;
  /** Subscriptions of each channel: more than one means that the client lost its place. */
  subscriptions: Map<string, number>;
  /** The newest snapshot of each channel. */
  snapshots: Map<string, unknown>;
  emit: Server<ClientToServer, ServerToClient>['emit'];
  close(): Promise<void>;
}

/** A proxy before the server: passes calls on and takes snapshots, but sends no live messages of its own. */
export async function openFeed(upstream: string): Promise<Feed> {
  const http = createServer((request, answer) => pass(upstream, request, answer));
  const sockets = new Server<ClientToServer, ServerToClient>(http, { serveClient: false });
  const subscriptions = new Map<string, number>();
  const snapshots = new Map<string, unknown>();
  sockets.on('connection', (socket) => {
    const behind = io(upstream, { transports: ['websocket'], auth: socket.handshake.auth });
    socket.on('disconnect', () => behind.close());
    socket.on('heartbeat', (beat, ack) => ack(beat));
    socket.on('unsubscribe', (_, ack) => ack({ ok: true }));
    socket.on('subscribe', (channel: Channel, ack) => {
      const name = 'symbol' in channel ? `${channel.kind}:${channel.symbol}` : channel.kind;
      subscriptions.set(name, (subscriptions.get(name) ?? 0) + 1);
      behind.emit('subscribe', channel, (reply: SubscribeAnswer) => {
        if (reply.ok) snapshots.set(name, reply.snapshot);
        ack(reply);
      });
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    subscriptions,
    snapshots,
    emit: sockets.emit.bind(sockets),
    close: () => end(sockets, http),
  };
}

function pass(upstream: string, request: IncomingMessage, answer: import('node:http').ServerResponse): void {
  const { method, url = '/', headers } = request;
  const onward = forward(new URL(url, upstream), { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  onward.on('error', () => answer.writeHead(502).end());
  request.pipe(onward);
}

async function end(sockets: Server, http: HttpServer): Promise<void> {
  await sockets.close();
  http.closeAllConnections();
}
