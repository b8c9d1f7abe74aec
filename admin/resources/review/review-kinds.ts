import type { Declaration, Reviewed } from '../../lib/declaration';

/** Every kind of request, as its noun declares it. */
export function kindsOf(resources: readonly Declaration[]): Reviewed['kinds'] {
  return Object.assign(
    {},
    ...resources.flatMap(({ reviews = [] }) => reviews.map(({ kinds }) => kinds)),
  ) as Reviewed['kinds'];
}
