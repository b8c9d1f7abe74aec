import { Checkbox, FormControl, FormControlLabel, FormLabel } from '@mui/material';
import { useTranslate } from 'react-admin';
import { REVIEW_QUEUES, type ReviewQueue } from '../../../contracts/staff.contract.js';

/** The queues that a reviewer works in, by name. */
export function QueueNames({ queues }: { queues: readonly ReviewQueue[] }) {
  const translate = useTranslate();
  return <>{queues.length === 0 ? '–' : queues.map((queue) => translate(`review.queue.${queue}`)).join(' · ')}</>;
}

/** Whether the account has been through its first log-in. */
export function FactorText({ bound }: { bound: boolean }) {
  return <>{useTranslate()(bound ? 'console.member.factor_bound' : 'console.member.factor_none')}</>;
}

/** A choice among the queues. */
export function QueueBoxes(props: {
  queues: readonly ReviewQueue[];
  setQueues: (queues: readonly ReviewQueue[]) => void;
}) {
  const translate = useTranslate();
  const { queues, setQueues } = props;
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{translate('resources.members.fields.queues')}</FormLabel>
      {REVIEW_QUEUES.map((queue) => (
        <FormControlLabel
          key={queue}
          label={translate(`review.queue.${queue}`)}
          control={
            <Checkbox
              size="small"
              checked={queues.includes(queue)}
              onChange={(_, checked) =>
                setQueues(REVIEW_QUEUES.filter((one) => (one === queue ? checked : queues.includes(one))))
              }
            />
          }
        />
      ))}
    </FormControl>
  );
}
