import { Box, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { findConcerns } from '../../lib/health';
import { Banners } from '../../ui/resources';
import { Page } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { Figures } from './figures';
import { HealthBanner } from './health-banner';
import { Queues } from './queues';
import { RealmCard } from './realm-card';
import { Trends } from './trends';
import { useDashboard, useQueues } from './use-dashboard';

/** How the platform is, at a glance and by the second: writers, read models, counts. */
export function Dashboard() {
  const translate = useTranslate();
  const { query, samples, silentMs } = useDashboard();
  const { data: queues } = useQueues();
  return (
    <Page title={translate('ra.page.dashboard')}>
      <Loaded query={query}>
        {(view) => (
          <Stack spacing={2}>
            <Banners />
            <Queues />
            <HealthBanner concerns={findConcerns(view, silentMs, queues)} view={view} />
            <Figures view={view} />
            <Trends />
            <Box
              sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))' }}
            >
              {view.realms.map((realm) => (
                <RealmCard key={realm.realm} realm={realm} samples={samples} />
              ))}
            </Box>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
