import { Alert, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { REALMS } from '../../../contracts/account.contract.js';
import { formatDecimal } from '../../lib/format';
import { useTag } from '../../ui/use-tag';
import { readRealmSums, type RealmSums } from './realm-sums';

function SumsBanner({ realm, sums }: { realm: string; sums: RealmSums }) {
  const translate = useTranslate();
  const tag = useTag();
  const name = translate(`console.realm.${realm}`);
  if (!sums.complete)
    return (
      <Alert severity="info" variant="outlined">
        {translate('console.ledger.sums_too_many', { realm: name, accounts: sums.accounts })}
      </Alert>
    );
  if (sums.off.length === 0)
    return (
      <Alert severity="success" variant="outlined" data-zero-sum={realm}>
        {translate('console.ledger.sums_zero', { realm: name, accounts: sums.accounts, assets: sums.assets })}
      </Alert>
    );
  const list = sums.off.map(({ asset, sum }) => `${formatDecimal(tag, sum)} ${asset}`).join(', ');
  return (
    <Alert severity="error" variant="filled" data-zero-sum={realm}>
      {translate('console.ledger.sums_off', { realm: name, list })}
    </Alert>
  );
}

function RealmBanner({ realm }: { realm: string }) {
  const { data } = useQuery({
    queryKey: ['realm-sums', realm],
    queryFn: ({ signal }) => readRealmSums(realm, signal),
    refetchInterval: 10_000,
  });
  return data === undefined || data.accounts === 0 ? null : <SumsBanner realm={realm} sums={data} />;
}

/** Whether all accounts of each realm sum to zero in every asset, as double entry has it. */
export function ZeroSums() {
  return (
    <Stack direction={{ xs: 'column', md: 'row' }} spacing={1} sx={{ marginBlockEnd: 1, '& > *': { flex: 1 } }}>
      {REALMS.map((realm) => (
        <RealmBanner key={realm} realm={realm} />
      ))}
    </Stack>
  );
}
