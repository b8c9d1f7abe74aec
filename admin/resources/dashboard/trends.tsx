import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffTrends } from '../../../contracts/staff-lists.calls.js';
import { formatCount, formatHour } from '../../lib/format';
import { api } from '../../lib/http';
import { Section } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { useTag } from '../../ui/use-tag';

const HOUR_MS = 3_600_000;
const EVERY_MS = 30_000;
const SERIES = ['orders', 'trades', 'accounts'] as const;

function Bars({ counts, from, name }: { counts: number[]; from: number; name: string }) {
  const translate = useTranslate();
  const tag = useTag();
  const top = Math.max(...counts, 1);
  const sum = counts.reduce((a, b) => a + b, 0);
  const title = translate(`console.trend.${name}`);
  return (
    <Box sx={{ minWidth: 0 }} data-trend={name} data-sum={sum}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="body2" color="textSecondary">
          {title}
        </Typography>
        <Typography variant="h6" component="p">
          {formatCount(tag, sum)}
        </Typography>
      </Box>
      <Box
        role="img"
        aria-label={translate('console.trend.about', { title, sum: formatCount(tag, sum), top: formatCount(tag, top) })}
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: '2px',
          height: 64,
          borderBlockEnd: 1,
          borderColor: 'divider',
        }}
      >
        {counts.map((count, hour) => (
          <Box
            key={hour}
            title={`${formatHour(tag, from + hour * HOUR_MS)} · ${formatCount(tag, count)}`}
            sx={{ flex: 1, height: '100%', display: 'flex', alignItems: 'flex-end' }}
          >
            <Box
              sx={{
                width: '100%',
                height: count === 0 ? 0 : `max(2px, ${((count / top) * 100).toFixed(1)}%)`,
                bgcolor: 'primary.main',
                // The hour that still runs is not yet comparable with the others.
                opacity: hour === counts.length - 1 ? 0.5 : 1,
                borderRadius: '2px 2px 0 0',
              }}
            />
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Typography variant="caption" color="textSecondary">
          {formatHour(tag, from)}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {translate('console.trend.now')}
        </Typography>
      </Box>
    </Box>
  );
}

/** The last 24 hours by the hour, from the rows themselves. */
export function Trends() {
  const translate = useTranslate();
  const query = useQuery({
    queryKey: ['staff-trends'],
    queryFn: ({ signal }) => api.call(staffTrends, {}, { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <Section title={translate('console.trend.title')}>
      <Loaded query={query}>
        {(data) => (
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))' }}>
            {SERIES.map((name) => (
              <Bars key={name} name={name} counts={data[name]} from={data.from} />
            ))}
          </Box>
        )}
      </Loaded>
    </Section>
  );
}
