import { describe, expect, it } from '@jest/globals';
import { ROOMS, foldersBelow, has, read, trackedFiles } from '../kit/sources.js';

// Folders that hold one file a language or a noun; the map names the folder above them once.
const WITHOUT_ENTRY = /^locales\//;

describe('docs/map.md', () => {
  const named = [...read('docs/map.md').matchAll(/`([\w.<>*-]+(?:\/[\w.<>*-]+)*)\/`/g)].map((found) => found[1] ?? '');
  const patterns = named.map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/<[^>]+>|\*/g, '[^/]+')}$`));
  const folders = [...ROOMS, 'locales', 'docs'].filter(has).flatMap((room) => [room, ...foldersBelow(room)]);

  it('names every folder of the project', () => {
    const missing = folders.filter(
      (folder) => !WITHOUT_ENTRY.test(folder) && !patterns.some((one) => one.test(folder)),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('names no folder that is not there', () => {
    const gone = named.filter(
      (path, index) => !/[<*]/.test(path) && !has(path) && !folders.some((folder) => patterns[index]?.test(folder)),
    );
    expect(gone).toEqual([]);
  });

  it.each(['docs/map.md', 'docs/add-a-feature.md'])('%s names no file that is not there', (page) => {
    const files = trackedFiles();
    const written = [...read(page).matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|json|md))`/g)].map(
      ([, path = '']) => path,
    );
    const gone = written.filter(
      (path) => !/coupon/.test(path) && !files.some((file) => `/${file}`.endsWith(`/${path}`)),
    );
    expect(gone).toEqual([]);
  });
});
