import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoggedIn } from '../../lib/session';
import { catalogueName, useInstruments } from '../../market/instruments';
import { ROUTES, pathOf } from '../routes';
import type { PaletteEntry } from './palette-search';

/** Everything that the palette can lead to: a trader goes to the terminal, a visitor to the instrument's page. */
export function useEntries(): PaletteEntry[] {
  const { t } = useTranslation('common');
  const loggedIn = useLoggedIn();
  const { data: instruments } = useInstruments();
  return useMemo(() => {
    const pages = ROUTES.filter(({ path, screen }) => path === pathOf(screen))
      // An article or a single order is nothing without its number.
      .filter(({ screen }) => !NEEDS_A_NUMBER.has(screen))
      .map(({ path, screen }) => ({
        id: `page:${screen}`,
        kind: 'page' as const,
        title: t(`screen.${screen}`),
        detail: path,
        screen,
        to: path,
      }));
    const traded = (instruments ?? []).map((instrument) => ({
      id: `instrument:${instrument.symbol}`,
      kind: 'instrument' as const,
      title: instrument.symbol,
      detail: instrument.name,
      also: catalogueName(instrument),
      to: `${loggedIn ? '/currencyTrade' : '/market'}?symbol=${encodeURIComponent(instrument.symbol)}`,
    }));
    return [...traded, ...pages];
  }, [t, loggedIn, instruments]);
}

const NEEDS_A_NUMBER = new Set(['helpArticle', 'newsDetail', 'benefit', 'banner', 'text', 'agreement', 'repayment']);
