import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buyOption, confirmOptionWarning } from '../../../contracts/option.calls';
import type { OptionStanding } from '../../../contracts/option.contract';
import { api, QUIET, RefusalError, toastError } from '../../lib/api';
import { EVERYTHING_OWN } from '../../lib/keys';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { useOnce } from '../../lib/use-once';
import { confirm } from '../../ui/confirm';
import { onceUnlocked } from '../security/unlock-trading';
import { BetQuestion, Warning, type BetFigures } from './questions';
import type { Bet } from './option-form';
import { optionKeys } from './option.feature';

export interface Refused {
  field: string | null;
  message: string;
}

/** Buys one option a click, after the warning of first use and the question that the person wants to be asked. */
export function useBuyOption(onBought: () => void) {
  const { t } = useTranslation('option');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const once = useOnce();

  const buy = async (bet: Bet, payoutRate: string, figures: BetFigures) => {
    setRefused(null);
    if (usePreferences.getState().confirmOrders) {
      const title = t(`confirm.${bet.direction}`, { symbol: bet.symbol });
      const question = createElement(BetQuestion, { bet, figures });
      const kind = bet.direction === 'rise' ? 'buy' : 'sell';
      if (!(await confirm({ title, body: question, confirmLabel: t(`form.buy.${bet.direction}`), kind }))) return;
    }
    const body = { ...bet, payoutRate };
    await onceUnlocked(() =>
      once(JSON.stringify(body), (requestToken) => api.call(buyOption, body, { ...QUIET, requestToken })),
    );
    onBought();
    await queryClient.invalidateQueries(EVERYTHING_OWN);
  };

  /** One step after the other: a second click while one is on its way does nothing. */
  const run = async (step: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await step();
    } catch (error) {
      if (error instanceof RefusalError) setRefused({ field: error.data?.field ?? null, message: error.message });
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    refused,
    forget: () => setRefused(null),
    buy: (...of: Parameters<typeof buy>) => run(() => buy(...of)),
    warn: () => run(() => askWarning(t('warning.title'), t('warning.confirm'))),
  };
}

/** What regulators think of it, once. Buying is another click: nobody buys by agreeing to a text. */
async function askWarning(title: string, confirmLabel: string): Promise<void> {
  if (!(await confirm({ title, body: createElement(Warning), confirmLabel }))) return;
  const standing = await api.call(confirmOptionWarning, {}, QUIET);
  queryClient.setQueryData<OptionStanding>(optionKeys.standing(), standing);
}
