import { RULES_PAGES, type RulesProduct } from '../../../shared/rules-pages';
import { RefusalError } from '../../lib/api';
import { useEntry } from './use-content';

/**
 * The version of the article with a product's rules, as this page has it: a form sends it with its tick. Where another one is
 * published by then, it is fetched, and `untick` clears the tick, because nobody has read it here.
 */
export function useRulesArticle(product: RulesProduct) {
  const { data, refetch } = useEntry({ slug: RULES_PAGES[product] });
  const ticked = async <Answer>(sending: Promise<Answer>, untick: () => void): Promise<Answer> => {
    try {
      return await sending;
    } catch (error) {
      if (error instanceof RefusalError && error.data?.refusal === 'content.agreement-changed') {
        untick();
        void refetch();
      }
      throw error;
    }
  };
  return { article: data?.version, ticked };
}
