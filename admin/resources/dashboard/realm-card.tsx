import { Box, Stack, Typography, useTheme } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { DashboardView } from '../../../contracts/staff.contract.js';
import { formatCount, formatMilliseconds } from '../../lib/format';
import { eventRates, sparkline } from '../../lib/rates';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { useTag } from '../../ui/use-tag';
import { StatusChip } from '../../ui/values';
import type { Sample } from './use-dashboard';

type RealmView = DashboardView['realms'][number];

function RateLine({ rates }: { rates: number[] }) {
  const { palette } = useTheme();
  const points = sparkline(rates, 100, 28);
  return (
    <svg viewBox="0 -1 100 30" preserveAspectRatio="none" width="100%" height="36" aria-hidden="true">
      {points !== '' && <polygon points={`0,29 ${points} 100,29`} fill={palette.primary.main} opacity="0.12" />}
      <polyline
        points={points}
        fill="none"
        stroke={palette.primary.main}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, alignItems: 'center', minHeight: 26 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ margin: 0, textAlign: 'end' }}>
        {children}
      </Box>
    </Stack>
  );
}

/** One realm's writer: where it is, whether it holds its lease, and how fast it goes. */
export function RealmCard({ realm, samples }: { realm: RealmView; samples: Sample[] }) {
  const translate = useTranslate();
  const tag = useTag();
  const rates = eventRates(samples, realm.realm);
  const label = (key: string) => translate(`console.writer.${key}`);
  return (
    <Section
      title={translate(`console.realm.${realm.realm}`, { _: realm.realm })}
      action={<StatusChip status={realm.leaseHeld ? 'writing' : 'lease-lost'} />}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-end', gap: 2, marginBlockEnd: 1 }}>
        <Box>
          <Typography variant="caption" color="textSecondary">
            {label('position')}
          </Typography>
          <Typography variant="h5" component="p">
            {formatCount(tag, realm.position)}
          </Typography>
        </Box>
        <Box sx={{ flex: 1, minWidth: 60 }}>
          <RateLine rates={rates} />
        </Box>
      </Stack>
      <Box component="dl" sx={{ margin: 0 }}>
        <Line label={label('rate')}>{formatCount(tag, Math.round(rates.at(-1) ?? 0))}</Line>
        <Line label={label('head')}>
          <Hash value={realm.headHash} />
        </Line>
        <Line label={label('lease')}>{formatCount(tag, realm.leaseEpoch)}</Line>
        <Line label={label('queue')}>{formatCount(tag, realm.queueDepth)}</Line>
        <Line label={label('append')}>{formatMilliseconds(tag, realm.lastAppendMs)}</Line>
        <Line label={label('streams')}>{formatCount(tag, realm.streams)}</Line>
      </Box>
    </Section>
  );
}
