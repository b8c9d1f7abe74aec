import { useEffect, useState, type ComponentType } from 'react';
import { toastError } from './api';
import { i18next } from './i18n';

/**
 * A component that is fetched with its texts before anybody asks for it: the first click draws it at once. React would keep a lazy one back for
 * 300 ms once its fallback was shown.
 */
export function preloaded<Props>(load: () => Promise<{ default: ComponentType<Props> }>, ...nouns: readonly string[]) {
  let there: ComponentType<Props> | undefined;
  /** The component once it is here, whether it is wanted, and how to say so. One that cannot be had is wanted no more, so the next click tries again. */
  return function usePreloaded(): [ComponentType<Props> | undefined, boolean, (wanted: boolean) => void] {
    const [wanted, want] = useState(false);
    const [, arrive] = useState(there !== undefined);
    useEffect(() => {
      if (there !== undefined) return;
      Promise.all([load(), i18next.loadNamespaces(nouns)]).then(
        ([module]) => {
          there = module.default;
          arrive(true);
        },
        (error: unknown) => {
          if (!wanted) return;
          toastError(error);
          want(false);
        },
      );
    }, [wanted]);
    return [there, wanted, want];
  };
}
