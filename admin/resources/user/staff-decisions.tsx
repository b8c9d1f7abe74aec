import { Box, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useTranslate } from 'react-admin';
import { staffUserDecisions } from '../../../contracts/review.calls.js';
import type { PersonDecisionsView } from '../../../contracts/review.contract.js';
import { showLink } from '../../lib/addresses';
import { api } from '../../lib/http';
import { Section } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { TextLink } from '../../ui/text-link';
import { DecisionList } from '../review/why';

/** What staff decided about a person, and what each decision rested on. */
export function StaffDecisions({ userId }: { userId: string }) {
  const translate = useTranslate();
  const { canAccess = false } = useCanAccess({ resource: 'reviews', action: 'list' });
  const query = useQuery({
    queryKey: ['staff-decisions', userId],
    queryFn: ({ signal }) => api.call(staffUserDecisions, { id: userId }, { signal }),
    enabled: canAccess,
  });
  if (!canAccess) return null;
  return (
    <Section title={translate('console.user.staff_decisions')}>
      <Loaded query={query} empty={translate('console.user.no_staff_decisions')} compact>
        {(requests) => (
          <Stack spacing={2}>
            {requests.map((request) => (
              <Request key={request.requestId} {...request} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Request({ requestId, kind, decisions }: PersonDecisionsView) {
  const translate = useTranslate();
  return (
    <Box>
      <Typography sx={{ marginBlockEnd: 1 }}>
        <TextLink to={showLink('reviews', requestId)}>{translate(`review.kind.${kind}`, { _: kind })}</TextLink>
      </Typography>
      <DecisionList kind={kind} decisions={decisions} />
    </Box>
  );
}
