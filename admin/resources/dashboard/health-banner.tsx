import DegradedIcon from '@mui/icons-material/WarningAmberRounded';
import HealthyIcon from '@mui/icons-material/CheckCircleRounded';
import UnhealthyIcon from '@mui/icons-material/ErrorRounded';
import { Alert, AlertTitle, Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { DashboardView } from '../../../contracts/staff.contract.js';
import { formatMegabytes, formatSpan } from '../../lib/format';
import { levelOf, type Concern } from '../../lib/health';
import { useTag } from '../../ui/use-tag';
import { Instant } from '../../ui/values';

const LOOK = {
  healthy: { severity: 'success', icon: HealthyIcon },
  degraded: { severity: 'warning', icon: DegradedIcon },
  unhealthy: { severity: 'error', icon: UnhealthyIcon },
} as const;

/** One word for the whole platform, and every reason when the word is not the good one. */
export function HealthBanner({ concerns, view }: { concerns: Concern[]; view: DashboardView }) {
  const translate = useTranslate();
  const tag = useTag();
  const level = levelOf(concerns);
  const { severity, icon: Icon } = LOOK[level];
  return (
    <Alert severity={severity} icon={<Icon />} data-health={level} sx={{ alignItems: 'center' }}>
      <AlertTitle sx={{ marginBlockEnd: 0.25 }}>{translate(`console.health.${level}`)}</AlertTitle>
      {concerns.map(({ code, subject }) => (
        <div key={`${code} ${subject}`}>
          {code === 'queue'
            ? `${translate(`console.queue.${subject}.title`)}: ${translate(`console.queue.${subject}.lead`)}`
            : translate(`console.concern.${code}`, { subject })}
        </div>
      ))}
      <Box component="span" sx={{ opacity: 0.85 }}>
        {translate('console.health.line', {
          uptime: formatSpan(tag, view.uptimeSeconds),
          memory: formatMegabytes(tag, view.memoryMb),
        })}
        {' · '}
        <Instant at={view.at} />
      </Box>
    </Alert>
  );
}
