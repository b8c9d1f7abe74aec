import { createContext, Suspense, useContext } from 'react';
import type { Declaration } from '../lib/declaration';

/** Every noun, for pages that gather them: a noun's page can't import the list that names the page. */
export const Resources = createContext<readonly Declaration[]>([]);
export const useResources = (): readonly Declaration[] => useContext(Resources);

/** What staff have to know before they work. */
export function Banners() {
  return useResources().map(
    ({ name, banner: Banner }) =>
      Banner !== undefined && (
        <Suspense key={name} fallback={null}>
          <Banner />
        </Suspense>
      ),
  );
}
