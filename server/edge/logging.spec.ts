import { describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { openLog } from './logging.js';

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
});
