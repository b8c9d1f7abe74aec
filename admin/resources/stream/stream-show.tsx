import { Alert, Chip, Stack } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useParams, useSearchParams } from 'react-router-dom';
import { staffStream } from '../../../contracts/staff-history.calls.js';
import type { StreamStateView } from '../../../contracts/staff-history.contract.js';
import { parseStreamId } from '../../lib/addresses';
import { api } from '../../lib/http';
import { CopyText, Hash } from '../../ui/hash';
import { JsonTree } from '../../ui/json-tree';
import { Page, Section } from '../../ui/page';
import { Failed, Waiting } from '../../ui/states';
import { RealmChip } from '../../ui/values';
import { StateDifferences } from './state-differences';
import { StreamEvents } from './stream-events';
import { VersionChoice } from './version-choice';
import { VersionSlider } from './version-slider';

/** The state that a stream's events up to a version make; `undefined` reads the newest. */
function useStreamState(id: string, version: number | undefined) {
  return useQuery({
    queryKey: ['stream', id, version ?? 'head'],
    queryFn: ({ signal }) => api.call(staffStream, { id, version }, { signal }),
    placeholderData: keepPreviousData,
  });
}

function readVersion(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? parseInt(text, 10) : undefined;
}

function StateAtVersion({ id, view, from }: { id: string; view: StreamStateView; from: number }) {
  const translate = useTranslate();
  const before = useStreamState(id, from);
  return (
    <Stack direction={{ xs: 'column', lg: 'row' }} spacing={2} sx={{ '& > *': { flex: 1, minWidth: 0 } }}>
      <Section
        title={translate('console.stream.state_at', { version: view.version })}
        action={
          <Stack direction="row" sx={{ alignItems: 'center' }}>
            <Hash value={view.stateHash} />
            <CopyText text={JSON.stringify(view.state, null, 2)} />
          </Stack>
        }
      >
        <JsonTree value={view.state} ids={view.ids} />
      </Section>
      {before.error === null ? (
        <StateDifferences
          from={from}
          version={view.version}
          before={before.data?.version === from ? before.data : undefined}
          after={view}
        />
      ) : (
        <Section title={translate('console.diff.between')}>
          <Failed error={before.error} retry={() => void before.refetch()} />
        </Section>
      )}
    </Stack>
  );
}

function StreamBody({ id, realm, stream }: { id: string; realm: string; stream: string }) {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const wanted = readVersion(search.get('version'));
  const { data: view, error, isPending, refetch } = useStreamState(id, wanted);
  const against = readVersion(search.get('against'));
  const choose = (version: number, compared = against) =>
    setSearch(
      { version: String(version), ...(compared === undefined ? {} : { against: String(compared) }) },
      { replace: true },
    );
  if (isPending) return <Waiting />;
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <RealmChip realm={realm} />
        <Chip
          size="small"
          variant="outlined"
          label={translate('console.stream.versions', { smart_count: view.headVersion })}
        />
      </Stack>
      <Section>
        <VersionSlider version={wanted ?? view.version} headVersion={view.headVersion} onChoose={choose} />
        <VersionChoice id={id} view={view} against={against} onChoose={choose} />
      </Section>
      <StateAtVersion id={id} view={view} from={Math.min(against ?? Math.max(view.version - 1, 0), view.headVersion)} />
      <StreamEvents realm={realm} stream={stream} version={view.version} onChoose={choose} />
    </>
  );
}

/** One stream: its versions in time, the state at any of them, and what each event changed. */
export function StreamShow() {
  const translate = useTranslate();
  const { id = '' } = useParams();
  const address = parseStreamId(id);
  return (
    <Page title={address?.stream ?? id}>
      {address === undefined ? (
        <Alert severity="error">{translate('console.stream.malformed')}</Alert>
      ) : (
        <StreamBody key={id} id={id} {...address} />
      )}
    </Page>
  );
}
