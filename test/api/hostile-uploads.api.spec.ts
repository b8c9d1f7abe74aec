import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import sharp from 'sharp';
import { startApp, type StartedApp } from '../kit/app.js';
import { hostileFiles, PAYLOAD, type HostileFile } from '../kit/hostile-images.js';
import { framed, hostileUploads, MULTIPART, sendRaw } from '../kit/hostile-uploads.js';
import { drawing } from '../kit/image-bytes.js';
import { openPerson } from '../kit/person.js';
import type { Trader } from '../kit/trader.js';

const MEGABYTE = 1_048_576;
let started: StartedApp;
let person: Trader;
let photograph: Buffer;

beforeAll(async () => {
  started = await startApp();
  person = await openPerson(started);
  photograph = await drawing().jpeg({ quality: 90 }).toBuffer();
}, 120_000);

afterAll(async () => {
  await started.close();
});

/** The image as it is kept, and what is wrong with it. */
async function faultsOfKept(id: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${person.token}` };
  const answer = await fetch(`${started.url}/web/getImage?imageId=${id}`, { headers });
  const kept = Buffer.from(await answer.arrayBuffer());
  await person.post('removeImage', { imageId: id });
  const faults = ['HOSTILE-PAYLOAD', '<script', '<?php', '%PDF', 'PK\x03\x04', 'Exif', 'ICC_PROFILE', 'http://'].filter(
    (text) => kept.includes(Buffer.from(text, 'latin1')),
  );
  const metadata = await sharp(kept).metadata();
  for (const name of ['exif', 'icc', 'iptc', 'xmp', 'comments', 'orientation'] as const)
    if (metadata[name] !== undefined) faults.push(name);
  if (metadata.format !== 'jpeg') faults.push(`format ${metadata.format}`);
  if (kept.length < 100) faults.push('empty');
  // Nothing stands behind the picture: the end marker is the end.
  if (kept.readUInt16BE(kept.length - 2) !== 0xffd9) faults.push('something behind the end');
  return faults;
}

/** What a connection hears that is to close afterwards, and that reads nothing before everything is sent. */
async function answerAfterAll(path: string, body: Buffer): Promise<string> {
  const socket = connect(Number(new URL(started.url).port), '127.0.0.1').pause();
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${person.token}`,
    `Content-Type: ${MULTIPART}`,
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise<void>((sent, failed) => socket.once('error', failed).write(body, () => sent()));
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

async function outcomeOf({ bytes }: Pick<HostileFile, 'bytes'>): Promise<string> {
  const { data, refusal } = await person.upload('document-front', bytes);
  if (refusal !== '') return refusal;
  const faults = await faultsOfKept(data.id);
  return faults.length === 0 ? 'made' : `kept with ${faults.join(', ')}`;
}

describe('hostile uploads', () => {
  it('as files are refused by name, or drawn anew without what they smuggled in', async () => {
    const files = await hostileFiles();
    expect(
      files.filter(({ bytes, expected }) => expected === 'made' && bytes.includes(PAYLOAD)).length,
    ).toBeGreaterThan(15);
    const outcomes: Record<string, string> = {};
    const before = process.memoryUsage().rss;
    let most = before;
    for (const file of files) {
      outcomes[file.name] = await outcomeOf(file);
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(outcomes).toEqual(Object.fromEntries(files.map(({ name, expected }) => [name, expected])));
    expect((most - before) / MEGABYTE).toBeLessThan(300);
  }, 300_000);

  it('as requests are refused by name, and those that are too large are before they have been read', async () => {
    const uploads = hostileUploads(photograph);
    const outcomes: Record<string, string> = {};
    const readTooMuch: string[] = [];
    for (const upload of uploads) {
      const { data, sentBytes } = await sendRaw(started.url, person.token, upload);
      const faults = data.id === undefined ? [] : await faultsOfKept(data.id);
      outcomes[upload.name] = data.refusal ?? (faults.length === 0 ? 'made' : `kept with ${faults.join(', ')}`);
      if (upload.expected === 'image.too-large' && sentBytes > 24 * MEGABYTE) readTooMuch.push(upload.name);
    }
    expect(outcomes).toEqual(Object.fromEntries(uploads.map(({ name, expected }) => [name, expected])));
    expect(readTooMuch).toEqual([]);
  }, 300_000);

  it('number more than eighty, each with a name of its own', async () => {
    const names = [...(await hostileFiles()), ...hostileUploads(photograph)].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(130);
  });

  it('without a session are refused before a byte of the body is asked for', async () => {
    const [endless] = hostileUploads(photograph).filter(({ name }) => name === 'a file that never ends');
    if (endless === undefined) throw new Error('it is gone');
    const { data, status, sentBytes } = await sendRaw(started.url, 'nobody', endless);
    expect([status, data.refusal]).toEqual([401, 'session.expired']);
    expect(sentBytes).toBeLessThan(8 * MEGABYTE);
  });

  it('are answered also to a client that closes, and sends the whole body before it reads', async () => {
    const body = framed({ content: Buffer.alloc(9 * MEGABYTE, 0x41) });
    expect(await answerAfterAll('/web/uploadImage?purpose=document-front', body)).toMatch(
      /^HTTP\/1.1 413 .*"image\.too-large"/s,
    );
    expect(await answerAfterAll('/web/createC2c', body)).toMatch(/^HTTP\/1.1 415 .*"request\.media-type"/s);
  });

  it('leave the server well: a good image is taken afterwards', async () => {
    expect(await outcomeOf({ bytes: photograph })).toBe('made');
  });
});
