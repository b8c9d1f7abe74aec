import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptHeads, UnreadableHeads } from './kept-heads.js';

const head = (number: number, instance = 'one') => ({
  instance,
  number,
  position: number * 2,
  header: `${number}`.repeat(64),
});
const given = (number: number, from = 'a') => ({ kept: head(number), from });

describe('the newest heads outside the database', () => {
  let folder: string;
  beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), 'glassbook-heads-')), 'heads')));
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  it('are read by the next server, with the installation that they are of', async () => {
    const heads = new KeptHeads(folder);
    expect(heads.of('demo')).toBeUndefined();
    heads.keep('demo', head(1));
    heads.keep('demo', head(2));
    heads.keep('real', head(3, 'other'));
    await heads.flush();
    expect(new KeptHeads(folder).of('demo')).toEqual(head(2));
    expect(new KeptHeads(folder).of('real')).toEqual(head(3, 'other'));
  });

  it('are written later where the disk is full, and say so once', async () => {
    const said: string[] = [];
    writeFileSync(folder, 'a file where the folder should be');
    const heads = new KeptHeads(folder, { warn: (text) => void said.push(text) });
    heads.keep('demo', head(1));
    await heads.flush();
    await heads.flush();
    expect(said).toEqual([expect.stringMatching(/^the newest heads were not kept: /)]);
    rmSync(folder);
    await heads.flush();
    expect(new KeptHeads(folder).of('demo')).toEqual(head(1));
  });

  it('are not believed to be none where their file is torn, until one is kept', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'heads.json'), '{"demo":{"numb');
    const heads = new KeptHeads(folder);
    expect(() => heads.of('demo')).toThrow(UnreadableHeads);
    heads.keep('demo', head(1));
    await heads.flush();
    expect(new KeptHeads(folder).of('demo')).toEqual(head(1));
  });

  it('are given up realm by realm, and only those that were named, for the database that was looked at', async () => {
    const heads = new KeptHeads(folder);
    await heads.accept({ demo: given(2), real: given(3) }, 'the disk broke');
    expect(heads.acceptedFor('demo', given(2))).toBe('the disk broke');
    expect(heads.acceptedFor('demo', given(4))).toBeUndefined();
    expect(heads.acceptedFor('demo', given(2, 'b'))).toBeUndefined();
    await heads.restored('demo');
    expect(heads.acceptedFor('demo', given(2))).toBeUndefined();
    expect(heads.acceptedFor('real', given(3))).toBe('the disk broke');
    await heads.restored('real');
    expect(heads.acceptedFor('real', given(3))).toBeUndefined();
  });

  it('stay given up until the new head is kept: a fall between both is no dead end', async () => {
    const heads = new KeptHeads(folder);
    await heads.accept({ demo: given(2) }, 'the disk broke');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the folder should be');
    heads.keep('demo', head(1));
    await heads.flush();
    rmSync(folder);
    await heads.accept({ demo: given(2) }, 'the disk broke');
    heads.keep('demo', head(2));
    await heads.restored('demo');
    expect(readFileSync(join(folder, 'heads.json'), 'utf8')).toContain('"number":2');
    expect(heads.acceptedFor('demo', given(2))).toBeUndefined();
  });
});
