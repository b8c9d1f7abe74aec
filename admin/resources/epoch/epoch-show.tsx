import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useGetList, useTranslate } from 'react-admin';
import type { EpochView } from '../../../contracts/market.contract.js';
import { checkSeedChain } from '../../../shared/commitment.js';
import { showLink } from '../../lib/addresses';
import { CheckChip } from '../../ui/check-button';
import { Facts, type Fact } from '../../ui/facts';
import { Hash, Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { TextLink } from '../../ui/text-link';
import { Instant, StatusChip } from '../../ui/values';
import { BeaconSourceText } from './beacon-source';
import { CommitmentCheck } from './commitment-check';

type EpochRow = EpochView & { id: number };
type Words = (key: string) => string;

/** Whether this epoch's seed gives the one before it: the chain of seeds was fixed before the first epoch. */
function SeedChainCheck({ epoch }: { epoch: EpochRow }) {
  const translate = useTranslate();
  const { data: earlierEpochs = [] } = useGetList<EpochRow>(
    'epochs',
    {
      filter: { epoch: epoch.epoch - 1 },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'epoch', order: 'DESC' },
    },
    { enabled: epoch.seed !== null && epoch.epoch > 0 },
  );
  const before = earlierEpochs[0];
  const { seed } = epoch;
  const earlier = before?.seed ?? null;
  const { data: check } = useQuery({
    queryKey: ['seed-chain', seed, earlier],
    queryFn: () => checkSeedChain(seed!, earlier!),
    enabled: seed !== null && earlier !== null,
  });
  if (check === undefined || before === undefined) return null;
  return (
    <Section
      title={translate('console.epoch.chain_title')}
      action={<TextLink to={showLink('epochs', before.epoch)}>{translate('console.epoch.before')}</TextLink>}
    >
      <Typography color="textSecondary" sx={{ marginBlockEnd: 1 }}>
        {translate('console.epoch.chain_lead')}
      </Typography>
      <CheckChip equal={check.equal} />
    </Section>
  );
}

/** Which round of which chain of drand, or why none. */
function drandFacts({ drandRound, drandChain, withoutDrand }: EpochRow, label: Words, translate: Words): Fact[] {
  if (withoutDrand !== null)
    return [{ label: label('withoutDrand'), value: translate(`console.epoch.without_drand.${withoutDrand}`) }];
  return [
    { label: label('drandRound'), value: <Mono>{drandRound}</Mono> },
    { label: label('drandChain'), value: <Hash value={drandChain ?? ''} whole />, wide: true },
  ];
}

function EpochFacts({ epoch }: { epoch: EpochRow }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.epochs.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('status'), value: <StatusChip status={epoch.status} /> },
        { label: label('startsAt'), value: <Instant at={epoch.startsAt} /> },
        { label: label('endsAt'), value: <Instant at={epoch.endsAt} /> },
        {
          label: label('lateMs'),
          value: epoch.lateMs > 0 ? <Instant at={epoch.startsAt + epoch.lateMs} /> : translate('console.epoch.on_time'),
        },
        { label: label('source'), value: <BeaconSourceText source={epoch.source} /> },
        ...drandFacts(epoch, label, translate),
        { label: label('commitment'), value: <Hash value={epoch.commitment} whole />, wide: true },
        { label: label('beacon'), value: <Hash value={epoch.beacon} whole />, wide: true },
        {
          label: label('seed'),
          value: epoch.seed === null ? translate('console.epoch.not_revealed') : <Hash value={epoch.seed} whole />,
          wide: true,
        },
      ]}
    />
  );
}

/** One price epoch, and the proof that its seed is the promised one. */
export function EpochShow() {
  const translate = useTranslate();
  return (
    <RecordPage<EpochRow>
      title={(epoch) => translate('console.epoch.title', { epoch: epoch.epoch })}
      render={(epoch) => (
        <>
          <Section>
            <EpochFacts epoch={epoch} />
          </Section>
          <Section title={translate('console.epoch.check_title')}>
            <Typography color="textSecondary" sx={{ marginBlockEnd: 1.5 }}>
              {translate('console.epoch.check_lead')}
            </Typography>
            <CommitmentCheck epoch={epoch} detailed />
          </Section>
          <SeedChainCheck epoch={epoch} />
        </>
      )}
    />
  );
}
