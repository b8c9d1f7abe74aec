import { Alert, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffLedgerSums } from '../../../contracts/staff-lists.calls.js';
import { REALMS, type Realm } from '../../../contracts/realm.contract.js';
import type { LedgerSumsView } from '../../../contracts/staff-lists.contract.js';
import { formatCount, formatDecimal } from '../../lib/format';
import { api } from '../../lib/http';
import { useTag } from '../../ui/use-tag';
import { verdictOf } from './realm-sums';

function SumsBanner({ view }: { view: LedgerSumsView }) {
  const translate = useTranslate();
  const tag = useTag();
  const realm = translate(`console.realm.${view.realm}`);
  const verdict = verdictOf(view);
  if (verdict.state === 'off') {
    const list = verdict.off.map(({ asset, sum }) => `${formatDecimal(tag, sum)} ${asset}`).join(', ');
    return (
      <Alert severity="error" variant="filled" data-zero-sum={view.realm}>
        {translate('console.ledger.sums_off', { realm, list })}
      </Alert>
    );
  }
  const figures = { realm, accounts: formatCount(tag, view.accounts), assets: formatCount(tag, view.sums.length) };
  if (verdict.state === 'zero')
    return (
      <Alert severity="success" variant="outlined" data-zero-sum={view.realm}>
        {translate('console.ledger.sums_balanced', figures)}
      </Alert>
    );
  const [at, of] = [formatCount(tag, verdict.summedTo), formatCount(tag, view.position)];
  return (
    <Alert severity="info" variant="outlined">
      {translate('console.ledger.sums_adding', { realm, at, of })}
    </Alert>
  );
}

function RealmBanner({ realm }: { realm: Realm }) {
  const { data } = useQuery({
    queryKey: ['ledger-sums', realm],
    queryFn: ({ signal }) => api.call(staffLedgerSums, { realm }, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.summedTo < state.data.position ? 500 : 10_000,
  });
  return data === undefined || data.accounts === 0 ? null : <SumsBanner view={data} />;
}

/** Every realm's books, added up in the database from the first posting on: each asset has to come to zero. */
export function ZeroSums() {
  return (
    <Stack spacing={1} sx={{ marginBlockEnd: 1 }}>
      {REALMS.map((realm) => (
        <RealmBanner key={realm} realm={realm} />
      ))}
    </Stack>
  );
}
