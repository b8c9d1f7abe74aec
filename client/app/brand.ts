import { useQuery } from '@tanstack/react-query';
import { getLogo } from '../../contracts/content.calls';
import { api } from '../lib/api';
import type { BrandView } from '../../contracts/content.contract';
import { usePreferences } from '../lib/preferences';
import { contentKeys } from '../features/content/content.feature';

const FIRST_PAINT = { name: 'Glassbook', logoUrl: '/favicon.svg' };

/** Name and logo are content from the server; until they come, what the page was built with stands in. */
export function useBrand(): { name: string; logoUrl: string } {
  const language = usePreferences((state) => state.language);
  const { data } = useQuery<BrandView>({
    queryKey: contentKeys.brand(language),
    queryFn: () => api.call(getLogo),
    staleTime: Infinity,
  });
  if (data === undefined) return FIRST_PAINT;
  // As an image the SVG can run no script, whatever is in it.
  const logoUrl = data.logo === '' ? FIRST_PAINT.logoUrl : `data:image/svg+xml,${encodeURIComponent(data.logo)}`;
  return { name: data.name, logoUrl };
}
