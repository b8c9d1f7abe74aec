import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptHeads } from './kept-heads.js';

const head = (number: number) => ({ number, position: number * 2, header: `${number}`.repeat(64) });

describe('the newest heads outside the database', () => {
  let folder: string;
  beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), 'glassbook-heads-')), 'heads')));
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  it('are read by the next server of the same installation, and by no other', () => {
    const heads = new KeptHeads(folder);
    expect(heads.of('one', 'demo')).toBeUndefined();
    heads.keep('one', 'demo', head(1));
    heads.keep('one', 'demo', head(2));
    heads.keep('one', 'real', head(3));
    heads.flush();
    expect(new KeptHeads(folder).of('one', 'demo')).toEqual(head(2));
    expect(new KeptHeads(folder).of('one', 'real')).toEqual(head(3));
    expect(new KeptHeads(folder).of('other', 'demo')).toBeUndefined();
  });

  it('are written later where the disk is full, and say so once', () => {
    const said: string[] = [];
    writeFileSync(folder, 'a file where the folder should be');
    const heads = new KeptHeads(folder, { warn: (text) => void said.push(text) });
    heads.keep('one', 'demo', head(1));
    heads.flush();
    heads.flush();
    expect(said).toEqual([expect.stringMatching(/^the newest heads were not kept: /)]);
    rmSync(folder);
    heads.flush();
    expect(new KeptHeads(folder).of('one', 'demo')).toEqual(head(1));
  });

  it('are given up realm by realm, and only those that were named', () => {
    const heads = new KeptHeads(folder);
    heads.accept({ demo: head(2), real: head(3) }, 'the disk broke');
    expect(heads.acceptedFor('demo', head(2))).toBe('the disk broke');
    expect(heads.acceptedFor('demo', head(4))).toBeUndefined();
    heads.restored('demo');
    expect(heads.acceptedFor('demo', head(2))).toBeUndefined();
    expect(heads.acceptedFor('real', head(3))).toBe('the disk broke');
    heads.restored('real');
    expect(heads.acceptedFor('real', head(3))).toBeUndefined();
  });
});
