import { useState } from 'react';
import { RULES_PAGES, type RulesProduct } from '../../shared/rules-pages';
import { RefusalError } from '../lib/api';
import { useEntry } from '../features/content/use-content';

/**
 * The version of the article with a product's rules, as it was when this page was opened: a form sends it with its tick. Where
 * another one is published by then, that one counts from now on, and `untick` clears the tick, because nobody has read it here.
 */
export function useRulesArticle(product: RulesProduct) {
  const { data, refetch } = useEntry({ slug: RULES_PAGES[product] });
  const [opened, setOpened] = useState(data?.version);
  if (opened === undefined && data !== undefined) setOpened(data.version);
  const ticked = async <Answer>(sending: Promise<Answer>, untick: () => void): Promise<Answer> => {
    try {
      return await sending;
    } catch (error) {
      if (error instanceof RefusalError && error.data?.refusal === 'agreement.changed') {
        untick();
        void refetch().then((fresh) => setOpened(fresh.data?.version));
      }
      throw error;
    }
  };
  return { article: opened, ticked };
}
