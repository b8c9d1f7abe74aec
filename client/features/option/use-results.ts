import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { getOption } from '../../../contracts/option.calls';
import type { OptionResult, OptionView } from '../../../contracts/option.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { toast } from '../../lib/toasts';
import { useOpenOptions } from './use-options';

/** Says plainly how each option ended that was open on this screen, won or lost alike. */
export function useResults(): void {
  const { t } = useTranslation('option');
  const format = useFormat();
  const { data } = useOpenOptions();
  const seen = useRef<readonly string[]>([]);
  useEffect(() => {
    if (data === undefined) return;
    const open = data.options.map(({ optionId }) => optionId);
    const over = seen.current.filter((optionId) => !open.includes(optionId));
    seen.current = open;
    for (const optionId of over) {
      void api.call(getOption, { optionId }).then(({ option }) => {
        if (option.profit !== null) toast('neutral', textOf(option), { about: optionId });
      }, ignored);
    }
    function textOf({ status, symbol, stake, profit }: OptionView): string {
      const amount = format.amountDown(status === 'won' ? (profit ?? '0') : stake, 2);
      return t(`result.${status as OptionResult}`, { symbol, amount });
    }
  }, [data, t, format]);
}

/** The history has it too. */
const ignored = () => undefined;
