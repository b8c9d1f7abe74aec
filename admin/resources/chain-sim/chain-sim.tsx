import { Alert, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffNetworks } from '../../../contracts/chain.calls.js';
import type { StaffChainView } from '../../../contracts/chain.contract.js';
import { api } from '../../lib/http';
import { Facts } from '../../ui/facts';
import { Page, Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Loaded } from '../../ui/states';
import { Amount, Count, Instant } from '../../ui/values';

/** The simulated networks: how they stand, and what the platform's wallets hold on them. */
export function ChainSim() {
  const translate = useTranslate();
  const query = useQuery({
    queryKey: ['chain-sim'],
    queryFn: ({ signal }) => api.call(staffNetworks, {}, { signal }),
    refetchInterval: 5_000,
  });
  return (
    <Page title={translate('console.networks.title')}>
      <Stack spacing={2}>
        <Alert severity="info" variant="outlined">
          {translate('console.networks.lead')}
        </Alert>
        <Loaded query={query}>
          {(networks) => networks.map((network) => <Network key={network.network} network={network} />)}
        </Loaded>
      </Stack>
    </Page>
  );
}

function Network({ network }: { network: StaffChainView }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.networks.${key}`);
  const { height, behindBlocks, mempool, lastReorganisation, hotWallet, custody } = network;
  const figure = (key: 'held' | 'endowment' | 'beyond' | 'hot') => ({
    key,
    label: label(key),
    align: 'right' as const,
    render: (row: StaffChainView['custody'][number]) => <Amount value={row[key]} asset={row.asset} />,
  });
  return (
    <>
      <Section title={`${network.network} · ${network.name}`}>
        <Facts
          facts={[
            { label: label('height'), value: <Count value={height} /> },
            { label: label('behind'), value: <Count value={behindBlocks} /> },
            { label: label('mempool'), value: <Count value={mempool} /> },
            { label: label('reorganised'), value: <Instant at={lastReorganisation?.at ?? null} /> },
            { label: label('depth'), value: lastReorganisation ? <Count value={lastReorganisation.depth} /> : '–' },
            { label: label('hot_wallet'), value: <code>{hotWallet}</code>, wide: true },
          ]}
        />
      </Section>
      <Section title={translate('console.networks.custody', { network: network.network })} flush>
        <PlainTable
          label={translate('console.networks.custody', { network: network.network })}
          rows={custody}
          rowKey={({ asset }) => asset}
          columns={[
            { key: 'asset', label: label('asset'), render: ({ asset }) => asset },
            figure('held'),
            figure('endowment'),
            figure('beyond'),
            figure('hot'),
          ]}
        />
      </Section>
    </>
  );
}
