import ClearIcon from '@mui/icons-material/CheckCircleOutlineRounded';
import { Box, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { StaffQueueView } from '../../../contracts/staff-lists.contract.js';
import { listLink } from '../../lib/addresses';
import { formatAge, formatCount, formatDecimal } from '../../lib/format';
import { isAlarm } from '../../lib/health';
import { Section } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { useTag } from '../../ui/use-tag';
import { useQueues } from './use-dashboard';

/** Waiting for longer than this is late, in milliseconds. */
const LATE_MS = 3_600_000;

function QueueLine({ queue }: { queue: StaffQueueView }) {
  const translate = useTranslate();
  const tag = useTag();
  const { name, count, oldestAt, valueUsdt, resource, filter } = queue;
  const late = isAlarm(queue) || (oldestAt !== null && Date.now() - oldestAt > LATE_MS);
  return (
    <Box
      component="li"
      data-queue={name}
      data-keys="row"
      sx={{ borderBlockStart: 1, borderColor: 'divider', '&:hover': { bgcolor: 'action.hover' } }}
    >
      <Box
        component={Link}
        to={listLink(resource, filter)}
        sx={{
          display: 'grid',
          gridTemplateColumns: '64px minmax(0, 1fr) auto',
          alignItems: 'center',
          columnGap: 2,
          padding: '10px 16px',
          color: 'inherit',
          textDecoration: 'none',
        }}
      >
        <Typography
          component="span"
          variant="h5"
          sx={{ textAlign: 'end', color: late ? 'error.main' : 'warning.main' }}
        >
          {formatCount(tag, count)}
        </Typography>
        <span>
          <Typography component="span" sx={{ display: 'block', fontWeight: 600 }}>
            {translate(`console.queue.${name}.title`)}
          </Typography>
          <Typography component="span" variant="body2" color="textSecondary">
            {translate(`console.queue.${name}.lead`)}
          </Typography>
        </span>
        <Box component="span" sx={{ textAlign: 'end' }}>
          {valueUsdt !== undefined && (
            <Typography component="span" sx={{ display: 'block', whiteSpace: 'nowrap' }}>
              ≈ {formatDecimal(tag, valueUsdt)} USDT
            </Typography>
          )}
          <Typography component="span" variant="body2" sx={{ color: late ? 'error.main' : 'text.secondary' }}>
            {oldestAt !== null && translate('console.queues.oldest', { age: formatAge(tag, oldestAt, Date.now()) })}
          </Typography>
        </Box>
      </Box>
    </Box>
  );
}

/** The empty queues in one line, so that one sees they were looked at. */
function ClearLine({ clear, all }: { clear: readonly StaffQueueView[]; all: boolean }) {
  const translate = useTranslate();
  return (
    <Stack
      direction="row"
      sx={{ gap: 1.25, padding: '10px 16px', alignItems: 'baseline', borderBlockStart: 1, borderColor: 'divider' }}
    >
      <ClearIcon fontSize="small" color="success" sx={{ alignSelf: 'center' }} />
      <Typography variant="body2" color="textSecondary" data-queues-clear>
        {all && `${translate('console.queues.all_clear')} `}
        {translate('console.queues.clear', {
          list: clear.map(({ name }) => translate(`console.queue.${name}.title`)).join(' · '),
        })}
      </Typography>
    </Stack>
  );
}

function QueueLines({ queues }: { queues: readonly StaffQueueView[] }) {
  const translate = useTranslate();
  const waiting = queues.filter(({ count }) => count > 0);
  const clear = queues.filter(({ count }) => count === 0);
  return (
    <>
      <Box
        component="ul"
        aria-label={translate('console.queues.title')}
        sx={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {waiting.map((queue) => (
          <QueueLine key={queue.name} queue={queue} />
        ))}
      </Box>
      {clear.length > 0 && <ClearLine clear={clear} all={waiting.length === 0} />}
    </>
  );
}

/** What waits for the reader's roles, the most urgent first. */
export function Queues() {
  const translate = useTranslate();
  return (
    <Section title={translate('console.queues.title')} flush>
      <Loaded query={useQueues()} empty={translate('console.queues.none')} compact>
        {(queues) => <QueueLines queues={queues} />}
      </Loaded>
    </Section>
  );
}
