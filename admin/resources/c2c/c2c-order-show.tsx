import { Alert, Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify, usePermissions, useRefresh, useTranslate } from 'react-admin';
import { reinstateC2c } from '../../../contracts/c2c.calls.js';
import type { StaffC2cView } from '../../../contracts/c2c.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Instant } from '../../ui/values';
import { C2cStatusChip } from './c2c-order-list';
import { C2cTalk } from './c2c-talk';

function OrderFacts({ order }: { order: StaffC2cView }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.c2c-orders.fields.${field}`);
  const text = (field: string, value: string | null) => ({ label: label(field), value: value ?? '–' });
  return (
    <Facts
      facts={[
        { label: label('reference'), value: <Hash value={order.reference} whole /> },
        { label: label('status'), value: <C2cStatusChip status={order.status} /> },
        { label: label('userId'), value: <OwnerLink ownerId={order.userId} /> },
        { label: label('amount'), value: <Amount value={order.amount} /> },
        { label: label('payAmount'), value: <Amount value={order.payAmount} asset={order.currency} /> },
        { label: label('price'), value: <Amount value={order.price} asset={order.currency} /> },
        text('sellerLabel', order.sellerLabel),
        text('contractNumber', order.contractNumber),
        text('payerName', order.payerName),
        text('payerBank', order.payerBank),
        ...(order.reasons.length === 0
          ? []
          : [{ label: translate('resources.reviews.fields.reasons'), value: <Reasons reasons={order.reasons} /> }]),
        { label: label('createdAt'), value: <Instant at={order.createdAt} /> },
        { label: label('expiresAt'), value: <Instant at={order.expiresAt} /> },
      ]}
    />
  );
}

/** Matching, voucher and appeal are rejected by codes of one list; each has words for its own. */
function Reasons({ reasons }: Pick<StaffC2cView, 'reasons'>) {
  const translate = useTranslate();
  const words = (reason: string) =>
    ['c2c-remittance', 'c2c-match', 'c2c-appeal']
      .map((kind) => translate(`review.reason.${kind}.${reason}`, { _: '' }))
      .find((text) => text !== '') ?? reason;
  return <>{reasons.map(words).join(' · ')}</>;
}

/** Gives an expired order new time, while the rules allow it. */
function Reinstate({ order }: { order: StaffC2cView }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const { permissions = [] } = usePermissions<readonly StaffRole[]>();
  const reinstate = useMutation({
    mutationFn: () => api.call(reinstateC2c, { orderId: order.id }),
    onSuccess: () => {
      notify('console.c2c.reinstated', { type: 'info' });
      refresh();
    },
  });
  const { reinstatableUntil: until } = order;
  if (order.status !== 'expired' || until === null || !permits(permissions, 'reinstating')) return null;
  return (
    <Alert
      severity={until > Date.now() ? 'warning' : 'info'}
      action={
        until > Date.now() && (
          <Button
            color="inherit"
            size="small"
            variant="outlined"
            loading={reinstate.isPending}
            onClick={() => reinstate.mutate()}
          >
            {translate('console.c2c.reinstate')}
          </Button>
        )
      }
    >
      {reinstate.error === null ? (
        <>
          {translate(until > Date.now() ? 'console.c2c.reinstatable_until' : 'console.c2c.for_good')}{' '}
          <Instant at={until} />
        </>
      ) : (
        reinstate.error.message
      )}
    </Alert>
  );
}

function Steps({ order: { timeline } }: { order: StaffC2cView }) {
  const translate = useTranslate();
  return (
    <Facts
      facts={timeline.map(({ step, at }) => ({
        label: translate(`console.c2c.step.${step}`),
        value: <Instant at={at} />,
      }))}
    />
  );
}

/** One order: how it stands, what happened, words with the person, and new time for it. */
export function C2cOrderShow() {
  const translate = useTranslate();
  return (
    <RecordPage<StaffC2cView>
      title={(order) => `C2C · ${order.reference}`}
      render={(order) => (
        <>
          <Reinstate order={order} />
          <Section>
            <OrderFacts order={order} />
          </Section>
          <Section title={translate('console.c2c.steps')}>
            <Steps order={order} />
          </Section>
          <C2cTalk order={order} />
        </>
      )}
    />
  );
}
