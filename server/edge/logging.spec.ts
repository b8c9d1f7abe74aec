import { describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { NestLog, openLog } from './logging.js';

describe('the log', () => {
  it('never shows tokens, passwords, cookies or queries, wherever they stand', () => {
    let written = '';
    const sink = new Writable({ write: (chunk, _encoding, done) => ((written += String(chunk)), done()) });
    const log = openLog('info', sink);
    const secrets = {
      token: 'S3CRET',
      password: 'S3CRET',
      authorization: 'S3CRET',
      cookie: 'S3CRET',
      url: '/a?token=S3CRET',
    };
    log.info(secrets, 'flat');
    log.info({ request: secrets, headers: { 'set-cookie': 'S3CRET' } }, 'nested');
    log.info({ err: { request: { body: 1, token: 'S3CRET' } }, query: 'S3CRET', route: '/web/info' }, 'deeper');
    expect(written).toContain('/web/info');
    expect(written).not.toContain('S3CRET');
  });

  it('says the same sentence of a loop that fails again and again once, and every other sentence', () => {
    const lines: string[] = [];
    const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
    const log = new NestLog(openLog('warn', sink));
    for (let n = 0; n < 50; n += 1) log.warn('the networks are asked again');
    for (let n = 0; n < 50; n += 1) log.error('the market beat failed', 'Market');
    log.warn('the lease is lost');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the networks are asked again',
      'the market beat failed',
      'the lease is lost',
    ]);
  });
});
