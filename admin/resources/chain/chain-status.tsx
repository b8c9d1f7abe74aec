import BrokenIcon from '@mui/icons-material/GppBadOutlined';
import SoundIcon from '@mui/icons-material/GppGoodOutlined';
import UncheckedIcon from '@mui/icons-material/GppMaybeOutlined';
import { Alert, Button, Stack, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffChain } from '../../../contracts/staff-history.calls.js';
import { REALMS, type Realm } from '../../../contracts/realm.contract.js';
import type { ChainStatusView } from '../../../contracts/staff-history.contract.js';
import { api } from '../../lib/http';
import { chainVerdict, positionInProblem } from '../../lib/chain-verdict';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { Page, Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { EventLink } from '../../ui/text-link';
import { Count, Instant } from '../../ui/values';

const LOOK = {
  sound: { severity: 'success', icon: SoundIcon },
  partly: { severity: 'info', icon: SoundIcon },
  unchecked: { severity: 'warning', icon: UncheckedIcon },
  broken: { severity: 'error', icon: BrokenIcon },
} as const;

function Verdict({ chain }: { chain: ChainStatusView }) {
  const translate = useTranslate();
  const verdict = chainVerdict(chain);
  const { severity, icon: Icon } = LOOK[verdict];
  const at = chain.problem === null ? undefined : positionInProblem(chain.problem);
  return (
    <Alert severity={severity} icon={<Icon />} data-chain={chain.realm} data-verdict={verdict}>
      {translate(`console.chain.${verdict}`, { position: chain.checkedTo })}
      {chain.problem !== null && (
        <Typography variant="body2">
          {chain.problem} {at !== undefined && <EventLink realm={chain.realm} position={at} />}
        </Typography>
      )}
    </Alert>
  );
}

function ChainFacts({ chain }: { chain: ChainStatusView }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`console.chain.${field}`);
  return (
    <Facts
      facts={[
        { label: label('position'), value: <Count value={chain.position} /> },
        { label: label('checked_to'), value: <Count value={chain.checkedTo} /> },
        { label: label('checked_at'), value: <Instant at={chain.checkedAt} /> },
        ...(chain.readingTo === null ? [] : [{ label: label('reading'), value: <Count value={chain.readingTo} /> }]),
        { label: label('head'), value: <Hash value={chain.headHash} whole />, wide: true },
      ]}
    />
  );
}

function Checkpoints({ chain }: { chain: ChainStatusView }) {
  const translate = useTranslate();
  const title = translate('console.chain.checkpoints');
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={{ padding: '0 16px 4px' }}>
        {title}
      </Typography>
      {chain.checkpoints.length === 0 ? (
        <Nothing compact text={translate('console.chain.no_checkpoints')} />
      ) : (
        <PlainTable
          label={title}
          rows={chain.checkpoints}
          rowKey={(row) => row.position}
          columns={[
            {
              key: 'position',
              label: translate('console.chain.position'),
              render: (row) => <EventLink realm={chain.realm} position={row.position} />,
            },
            { key: 'at', label: translate('console.chain.signed_at'), render: (row) => <Instant at={row.at} /> },
            {
              key: 'hash',
              label: translate('resources.events.fields.hash'),
              render: (row) => <Hash value={row.hash} />,
            },
            {
              key: 'key',
              label: translate('console.chain.key'),
              render: (row) => <Hash value={row.keyId} copy={false} />,
            },
            {
              key: 'signature',
              label: translate('console.chain.signature'),
              render: (row) => <Hash value={row.signature} />,
            },
          ]}
        />
      )}
    </>
  );
}

function RealmChain({ realm }: { realm: Realm }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => api.call(staffChain, { realm, again: 'true' }),
    onSuccess: (chain) => queries.setQueryData(['chain', realm], chain),
  });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['chain', realm],
    queryFn: ({ signal }) => api.call(staffChain, { realm }, { signal }),
    // A reading that is under way is followed closely.
    refetchInterval: ({ state }) => (state.data?.readingTo == null ? 10_000 : 1_000),
  });
  const isReading = again.isPending || (data !== undefined && data.readingTo !== null);
  const action = (
    <Button size="small" disabled={isReading} onClick={() => again.mutate()}>
      {translate('console.chain.again')}
    </Button>
  );
  return (
    <Section title={translate(`console.realm.${realm}`)} action={action} flush>
      {again.error !== null && <Failed error={again.error} retry={() => again.mutate()} />}
      {isPending ? (
        <Waiting />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <>
          <Stack spacing={2} sx={{ padding: '0 16px 16px' }}>
            <Verdict chain={data} />
            <ChainFacts chain={data} />
          </Stack>
          <Checkpoints chain={data} />
        </>
      )}
    </Section>
  );
}

/** Each realm's hash chain: how far it was checked, when, and the signatures that pin it down. */
export function ChainStatus() {
  const translate = useTranslate();
  return (
    <Page title={translate('resources.chain.name', { smart_count: 1 })}>
      <Typography color="textSecondary">{translate('console.chain.lead')}</Typography>
      {REALMS.map((realm) => (
        <RealmChain key={realm} realm={realm} />
      ))}
    </Page>
  );
}
