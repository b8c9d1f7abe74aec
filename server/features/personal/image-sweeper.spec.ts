import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FakeClock } from '../../core/clock.js';
import type { SentImages, SentImagesSource } from '../../core/ports/private-images.js';
import { ImageService } from './image.service.js';
import { ImageSweeper } from './image-sweeper.js';

const HOUR_MS = 3_600_000;
const NOW = 100 * HOUR_MS;

/** A house in which the read models of `behind` are behind. */
function house(behind: readonly string[] = []) {
  const attached: string[] = [];
  const table = {
    attach: (_: string, ids: readonly string[], to: string) => void attached.push(`${ids.join()} to ${to}`),
  };
  const policies = { inForce: () => ({ values: { imagesWaitingHours: 24 } }) };
  const projections = { upToDate: (name: string) => Promise.resolve(!behind.includes(name)) };
  const parts = [table, {}, policies, new FakeClock(NOW), projections] as unknown;
  return { attached, images: new ImageService(...(parts as ConstructorParameters<typeof ImageService>)) };
}

const sent = (requestId: string, imageIds: () => Promise<readonly string[]>): SentImages => ({
  userId: 'real-ann',
  requestId,
  imageIds,
});
const found = (...all: readonly SentImages[]): SentImagesSource => ({ projection: 'reviews', sent: async () => all });

describe('images that a process died before attaching', () => {
  it('are kept with what they were sent with, of the time in which uploads wait', async () => {
    const { attached, images } = house();
    const asked: number[][] = [];
    const one = sent('review-1', async () => ['a', 'b']);
    images.register({ projection: 'reviews', sent: async (...span) => (asked.push(span), [one]) });
    images.register(found(sent('order-2', async () => ['c'])));
    expect(await images.keepSent()).toEqual([]);
    expect(asked).toEqual([[NOW, 24 * HOUR_MS]]);
    expect(attached).toEqual(['a,b to review-1', 'c to order-2']);
  });

  it('are kept of the other requests where one can’t be read, which is told', async () => {
    const { attached, images } = house();
    const unreadable = sent('review-1', () => Promise.reject(new Error('no such kind')));
    images.register(
      found(
        unreadable,
        sent('review-2', async () => ['c']),
      ),
    );
    expect(await images.keepSent()).toEqual([new Error('no such kind')]);
    expect(attached).toEqual(['c to review-2']);
  });

  it('are not known to be kept while a read model is behind or the database is away', async () => {
    const late = house(['reviews']);
    late.images.register(found());
    await expect(late.images.keepSent()).rejects.toThrow('the read model reviews is behind');
    const { images } = house();
    const away = Object.assign(new Error('connection lost'), { code: '08006' });
    images.register(found(sent('review-1', () => Promise.reject(away))));
    await expect(images.keepSent()).rejects.toBe(away);
  });
});

describe('the sweep of uploads', () => {
  it('removes nothing before what was sent is kept, and tries that again every minute', async () => {
    jest.useFakeTimers();
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const done: string[] = [];
    let isAway = true;
    const { images } = house();
    jest.spyOn(images, 'sweep').mockImplementation(async () => done.push('sweep'));
    jest.spyOn(images, 'keepSent').mockImplementation(async () => {
      done.push('keep');
      if (isAway) throw new Error('away');
      return [];
    });
    const sweeper = new ImageSweeper(images);
    sweeper.start();
    await jest.advanceTimersByTimeAsync(5_000);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual(['keep', 'keep']);
    expect(warned.mock.calls).toEqual(Array.from({ length: 2 }, () => ['uploads could not be kept: Error: away']));
    isAway = false;
    await jest.advanceTimersByTimeAsync(60_000);
    await jest.advanceTimersByTimeAsync(20 * 60_000);
    expect(done).toEqual(['keep', 'keep', 'keep', 'sweep', 'sweep']);
    await sweeper.stop();
    await jest.advanceTimersByTimeAsync(20 * 60_000);
    expect(done).toHaveLength(5);
  });
});
