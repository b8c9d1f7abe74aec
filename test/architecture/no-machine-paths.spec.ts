import { describe, expect, it } from '@jest/globals';
import { read, trackedFiles } from '../kit/sources.js';

const BINARY = /\.(png|jpe?g|gif|ico|woff2?|pdf|zip|gz)$/;

// The patterns are put together from pieces, so that this file keeps its own rule.
const PLACES = new RegExp(['(^|[\\s"\'`(=:])/(work|root|Users|home/[a-z]+|tmp/[a-z]+', ')/[\\w.-]'].join(''));
const REGISTRIES = new RegExp(['\\b(registry|npm)', '\\.[a-z0-9-]+\\.(org|com|io|net|dev|internal|local)\\b'].join(''));

describe('the repository', () => {
  const files = trackedFiles().filter((path) => !BINARY.test(path));

  it('names no folder of the machine that it was written on', () => {
    expect(hits(PLACES, files)).toEqual([]);
  });

  it('names no package registry, so that everybody installs from their own', () => {
    expect(hits(REGISTRIES, files)).toEqual([]);
    expect(read('package-lock.json')).not.toContain('"resolved": "http');
  });

  it('holds no private key and no token', () => {
    expect(hits(new RegExp('-----BEGIN [A-Z ]*PRIVATE' + ' KEY-----|\\b(ghp|npm)_[A-Za-z0-9]{30,}'), files)).toEqual(
      [],
    );
  });
});

function hits(pattern: RegExp, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [])),
  );
}
