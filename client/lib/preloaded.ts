import { useEffect, useReducer, type ComponentType } from 'react';
import { toastError } from './api';
import { i18next } from './i18n';

/**
 * A component that is fetched with its texts before anybody asks for it: the first click draws it at once. React would keep a lazy one back for
 * 300 ms once its fallback was shown.
 */
export function preloaded<Props>(load: () => Promise<{ default: ComponentType<Props> }>, ...nouns: readonly string[]) {
  let there: ComponentType<Props> | undefined;
  /** The component once it is here. It is fetched again when it is `wanted` and did not arrive. */
  return function usePreloaded(wanted: boolean): ComponentType<Props> | undefined {
    const [, arrive] = useReducer((arrivals: number) => arrivals + 1, 0);
    useEffect(() => {
      if (there !== undefined) return;
      Promise.all([load(), i18next.loadNamespaces(nouns)]).then(
        ([module]) => {
          there = module.default;
          arrive();
        },
        (error: unknown) => wanted && toastError(error),
      );
    }, [wanted]);
    return there;
  };
}
