import { Box, Chip, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StreamStateView } from '../../../contracts/staff-history.contract.js';
import { diffStates, type Difference } from '../../lib/state-diff';
import { MONO } from '../../ui/fonts';
import { Section } from '../../ui/page';
import { Nothing, Waiting } from '../../ui/states';

const SHOWN_MAX = 200;
const COLOR = { added: 'success', removed: 'error', changed: 'info' } as const;

function Value({ value, gone = false }: { value: unknown; gone?: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        color: gone ? 'text.secondary' : 'text.primary',
        textDecoration: gone ? 'line-through' : 'none',
        overflowWrap: 'anywhere',
      }}
    >
      {JSON.stringify(value)}
    </Box>
  );
}

function DifferenceLine({ difference }: { difference: Difference }) {
  const translate = useTranslate();
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, paddingBlock: 0.5, alignItems: 'baseline' }}>
      <Chip
        size="small"
        variant="outlined"
        color={COLOR[difference.kind]}
        label={translate(`console.diff.${difference.kind}`)}
      />
      <Box sx={{ fontFamily: MONO, fontSize: 12.5, minWidth: 0, overflowWrap: 'anywhere' }}>
        <b>{difference.path === '' ? '·' : difference.path}</b>
        <br />
        {difference.kind !== 'added' && <Value value={difference.before} gone />}
        {difference.kind === 'changed' && ' → '}
        {difference.kind !== 'removed' && <Value value={difference.after} />}
      </Box>
    </Box>
  );
}

interface StateDifferencesProps {
  /** The version compared with. */
  from: number;
  version: number;
  /** The state at the version compared with, version 0 being the empty one; undefined while it is read. */
  before: StreamStateView | undefined;
  after: StreamStateView;
}

/** What changed in the state between two versions; between neighbours it is what one event changed. */
export function StateDifferences({ from, version, before, after }: StateDifferencesProps) {
  const translate = useTranslate();
  const title = translate(from === version - 1 ? 'console.diff.title' : 'console.diff.between');
  if (before === undefined)
    return (
      <Section title={title}>
        <Waiting />
      </Section>
    );
  const differences = diffStates(before.state, after.state);
  return (
    <Section
      title={title}
      action={
        <Typography variant="caption" color="textSecondary">
          {translate('console.diff.span', { from, to: version })}
        </Typography>
      }
    >
      {differences.length === 0 ? (
        <Nothing text={translate('console.diff.none')} />
      ) : (
        <Stack component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {differences.slice(0, SHOWN_MAX).map((difference) => (
            <DifferenceLine key={`${difference.kind} ${difference.path}`} difference={difference} />
          ))}
        </Stack>
      )}
    </Section>
  );
}
