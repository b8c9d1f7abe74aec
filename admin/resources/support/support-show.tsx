import { Box, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StaffSupportView } from '../../../contracts/support.contract.js';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { OwnerLink } from '../../ui/text-link';
import { Instant, RealmChip } from '../../ui/values';
import { UserTimeline } from '../user/user-timeline';
import { SupportStatusChip } from './support-list';
import { SupportTalk } from './support-talk';

function SupportFacts({ conversation }: { conversation: StaffSupportView }) {
  const translate = useTranslate();
  const { id, status, userId, realm, takenBy, openedAt, since, closedAt, closedBy, rating, comment } = conversation;
  const label = (field: string) => translate(`resources.support.fields.${field}`);
  const closer = closedBy === null ? '–' : translate(`console.support_closer.${closedBy}`);
  return (
    <Facts
      facts={[
        { label: label('id'), value: <Hash value={id} whole /> },
        { label: label('status'), value: <SupportStatusChip status={status} /> },
        { label: label('userId'), value: <OwnerLink ownerId={userId} /> },
        { label: label('realm'), value: <RealmChip realm={realm} /> },
        { label: label('takenBy'), value: takenBy === '' ? '–' : takenBy },
        { label: label('openedAt'), value: <Instant at={openedAt} /> },
        { label: label('since'), value: <Instant at={since} /> },
        ...(closedAt === null
          ? []
          : [
              { label: label('closedAt'), value: <Instant at={closedAt} /> },
              { label: label('closedBy'), value: closer },
              { label: label('rating'), value: rating ?? '–' },
              { label: label('comment'), value: comment ?? '–' },
            ]),
      ]}
    />
  );
}

/** One conversation, and beside it everything that happened to the person. */
export function SupportShow() {
  const translate = useTranslate();
  return (
    <RecordPage<StaffSupportView>
      title={({ topic }) => translate(`console.support_topic.${topic}`)}
      render={(conversation) => (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Stack spacing={2} sx={{ minWidth: 0 }}>
            <Section>
              <SupportFacts conversation={conversation} />
            </Section>
            <SupportTalk conversation={conversation} />
          </Stack>
          <UserTimeline user={{ id: conversation.userId }} />
        </Box>
      )}
    />
  );
}
