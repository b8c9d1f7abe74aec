import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AssetsView } from '../../../contracts/asset.contract';
import type { Filters } from '../../lib/filters';
import { ACCOUNT_SPACES_IN_ORDER } from './asset-types';

/** Filters that stand in the address, so that a narrowed list can be kept and sent. */
export function useRecordFilters(fields: readonly string[]): [Filters, (filters: Filters) => void] {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(
    () => Object.fromEntries(fields.map((name) => [name, search.get(name) ?? ''])),
    [fields, search],
  );
  const change = (wanted: Filters) =>
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), { replace: true });
  return [filters, change];
}

/** Money alone unless every posting is requested; a single kind comes with its holds. */
export const postingsOf = (filters: Filters): string =>
  filters['postings'] || (filters['kind'] === 'holds' ? 'all' : 'money');

/** Every coin that the account has or had, as choices. */
export const coinsOf = (assets: AssetsView | undefined): (readonly [string, string])[] =>
  [...new Set((assets?.rows ?? []).map((row) => row.currency))].sort().map((coin) => [coin, coin]);

export function useSpaceChoice() {
  const { t } = useTranslation('asset');
  return {
    name: 'space',
    label: t('records.account'),
    all: t('filter.allSpaces'),
    options: ACCOUNT_SPACES_IN_ORDER.map((space) => [space, t(`space.${space}`)] as const),
  };
}
