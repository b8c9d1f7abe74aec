import { Box, Chip, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { ReviewDecisionView } from '../../../contracts/review.contract.js';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { Instant } from '../../ui/values';
import { ReasonTexts, Signals } from './review-facts';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      {children}
    </Box>
  );
}

const COLOR = {
  seconded: 'success',
  approved: 'success',
  rejected: 'error',
  asked: 'secondary',
  escalated: 'error',
  returned: 'default',
} as const;
/** The first of two approvals is one as well. */
const OUTCOME_KEY = {
  seconded: 'approved',
  approved: 'approved',
  rejected: 'rejected',
  asked: 'asked',
  escalated: 'escalated',
  returned: 'returned',
} as const;

/** A decision with everything that it rested on. */
function Decision({ kind, decision }: { kind: string; decision: ReviewDecisionView }) {
  const translate = useTranslate();
  const { outcome, at, name, reasons, signals, policies, images, checks, remark } = decision;
  const words = (key: string) => translate(`console.review.${key}`);
  return (
    <Stack component="li" spacing={1} data-decision={outcome}>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Chip
          size="small"
          variant="outlined"
          color={COLOR[outcome]}
          label={translate(`review.outcome.${OUTCOME_KEY[outcome]}`)}
        />
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          <Instant at={at} />
        </Typography>
        {outcome === 'seconded' && <Chip size="small" color="info" label="1/2" />}
      </Stack>
      {reasons.length > 0 && outcome !== 'escalated' && <ReasonTexts kind={kind} reasons={reasons} />}
      {outcome === 'escalated' && reasons.map((reason) => translate(`review.escalation.${reason}`))}
      {signals === null && outcome === 'rejected' && <Typography variant="body2">{words('why_unread')}</Typography>}
      {signals !== null && signals.length > 0 && <Signals signals={signals} />}
      {checks.length > 0 && (
        <Line label={words('checks')}>
          <Typography variant="body2">
            {checks.map((check) => translate(`review.check.${check}`)).join(' · ')}
          </Typography>
        </Line>
      )}
      {images.length > 0 && (
        <Line label={words('why_images')}>
          {images.map(({ imageId, digest }) => (
            <Typography key={imageId} variant="body2" title={`SHA-256 ${digest}`} sx={{ overflowWrap: 'anywhere' }}>
              <Mono>{imageId}</Mono> · <Mono>{digest.slice(0, 16)}…</Mono>
            </Typography>
          ))}
        </Line>
      )}
      {policies.length > 0 && (
        <Line label={words('why_rules')}>
          <Typography variant="body2">
            {policies.map((policy) => `${policy.name} v${policy.version}`).join(' · ')}
          </Typography>
        </Line>
      )}
      {remark !== '' && (
        <Line label={words('remark')}>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap' }}>
            {remark}
          </Typography>
        </Line>
      )}
    </Stack>
  );
}

export function DecisionList({ kind, decisions }: { kind: string; decisions: readonly ReviewDecisionView[] }) {
  return (
    <Stack component="ul" spacing={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {decisions.map((decision) => (
        <Decision key={`${decision.at}:${decision.staffId}`} kind={kind} decision={decision} />
      ))}
    </Stack>
  );
}

/** Why the request was decided as it was: what each reviewer had before them. */
export function Why({ kind, decisions }: { kind: string; decisions: readonly ReviewDecisionView[] }) {
  const translate = useTranslate();
  if (decisions.length === 0) return null;
  return (
    <Section title={translate('console.review.why')}>
      <DecisionList kind={kind} decisions={decisions} />
    </Section>
  );
}
