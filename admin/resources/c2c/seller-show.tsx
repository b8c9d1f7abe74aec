import { Alert, Button, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useRefresh, useTranslate } from 'react-admin';
import { switchSeller } from '../../../contracts/c2c.seller.calls.js';
import type { StaffSellerView } from '../../../contracts/c2c.seller.contract.js';
import { api } from '../../lib/http';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { Amount, Count, Instant } from '../../ui/values';
import { SellerButton } from './seller-form';
import { EnabledChip } from './seller-list';

function Switch({ seller: { id: sellerId, enabled } }: { seller: StaffSellerView }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: () => api.call(switchSeller, { sellerId, enabled: !enabled }),
    onSuccess: () => refresh(),
  });
  return (
    <>
      {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
      <Button
        size="small"
        variant="outlined"
        color={enabled ? 'error' : 'success'}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {translate(enabled ? 'console.seller.switch_off' : 'console.seller.switch_on')}
      </Button>
    </>
  );
}

const ACCOUNT = ['accountName', 'accountNumber', 'bankName', 'bankAddress', 'swift'] as const;

/** One account with its bank details and its day. */
export function SellerShow() {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.sellers.fields.${field}`);
  return (
    <RecordPage<StaffSellerView>
      title={(seller) => seller.label}
      render={(seller) => (
        <>
          <Stack direction="row" spacing={1}>
            <SellerButton seller={seller} />
            <Switch seller={seller} />
          </Stack>
          <Section>
            <Facts
              facts={[
                { label: label('enabled'), value: <EnabledChip enabled={seller.enabled} /> },
                { label: label('currency'), value: seller.currency },
                { label: label('version'), value: <Count value={seller.version} /> },
                ...ACCOUNT.map((field) => ({ label: label(field), value: seller.account[field] })),
                { label: label('min'), value: <Amount value={seller.min} /> },
                { label: label('max'), value: <Amount value={seller.max} /> },
                { label: label('dayMax'), value: <Amount value={seller.dayMax} /> },
                { label: label('today'), value: <Amount value={seller.today} /> },
                { label: label('changedAt'), value: <Instant at={seller.changedAt} /> },
                { label: label('changedBy'), value: seller.changedBy || '–' },
              ]}
            />
          </Section>
        </>
      )}
    />
  );
}
