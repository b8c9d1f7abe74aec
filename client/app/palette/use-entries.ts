import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoggedIn } from '../../lib/session';
import { catalogueName, useInstruments } from '../../market/instruments';
import { SCREENS, pathOf } from '../routes';
import type { PaletteEntry } from './palette-search';

/** Everything that the palette can lead to: a trader goes to the terminal, a visitor to the instrument's page. */
export function useEntries(): PaletteEntry[] {
  const { t } = useTranslation('common');
  const loggedIn = useLoggedIn();
  const { data: instruments } = useInstruments();
  return useMemo(() => {
    const pages = SCREENS.filter(({ needsNumber }) => !needsNumber).map(({ name }) => ({
      id: `page:${name}`,
      kind: 'page' as const,
      title: t(`screen.${name}`),
      detail: pathOf(name),
      to: pathOf(name),
    }));
    const traded = (instruments ?? []).map((instrument) => ({
      id: `instrument:${instrument.symbol}`,
      kind: 'instrument' as const,
      title: instrument.symbol,
      base: instrument.base,
      detail: instrument.name,
      also: catalogueName(instrument),
      to: `${loggedIn ? '/currencyTrade' : '/market'}?symbol=${encodeURIComponent(instrument.symbol)}`,
    }));
    return [...traded, ...pages];
  }, [t, loggedIn, instruments]);
}
