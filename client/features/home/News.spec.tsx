import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, it } from '@jest/globals';
import { rendered } from '../../lib/rendered.testkit';
import { contentKeys } from '../content/content.feature';

const { Banners } = await import('./News');

/** The banners of the home page, when these are published: what each opens, with its title. */
async function bannersOf(...items: readonly { slug: string; title: string; link: string | null }[]): Promise<string[]> {
  const client = new QueryClient();
  client.setQueryData(contentKeys.newest('en', 'banner', 3), {
    items: items.map((item) => ({ ...item, summary: '' })),
  });
  const html = await rendered(
    <QueryClientProvider client={client}>
      <Banners />
    </QueryClientProvider>,
    'home',
  );
  return [...html.matchAll(/<a ([^>]*)><b>([^<]*)</g)].map(([, attributes = '', title]) => {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
    return [title, of('href'), of('target')].filter((part) => part !== undefined).join(' ');
  });
}

describe('a banner of the home page', () => {
  it('opens its own text, or the page that its editors chose', async () => {
    const own = { slug: 'open', title: 'We are open', link: null };
    const chosen = { slug: 'loans', title: 'Borrow', link: '/ldcoin' };
    expect(await bannersOf(own, chosen)).toEqual(['We are open /bannerDetail?slug=open', 'Borrow /ldcoin']);
  });

  it('opens another site in a new tab', async () => {
    const elsewhere = { slug: 'drand', title: 'Randomness', link: 'https://drand.love' };
    expect(await bannersOf(elsewhere)).toEqual(['Randomness https://drand.love _blank']);
  });

  it('is not there where none is published', async () => {
    expect(await bannersOf()).toEqual([]);
  });
});
