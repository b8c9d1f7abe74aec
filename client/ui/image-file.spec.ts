import { describe, expect, it } from '@jest/globals';
import { IMAGE_BYTES_MAX, imageProblem } from './image-file';

describe('an image to send', () => {
  it.each([
    ['image/png', 5, null],
    ['image/jpeg', IMAGE_BYTES_MAX - 1, null],
    ['image/jpeg', IMAGE_BYTES_MAX, 'field.imageSize'],
    ['image/png', 0, 'field.imageSize'],
    ['image/svg+xml', 5, 'field.imageType'],
    ['application/pdf', 5, 'field.imageType'],
  ])('of type %s with %i bytes is answered with %s', (type, size, problem) => {
    expect(imageProblem({ type, size })).toBe(problem);
  });
});
