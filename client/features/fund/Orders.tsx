import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelFundRequest } from '../../../contracts/fund.calls';
import type { FundRequest } from '../../../contracts/fund.contract';
import { UNIT_DECIMALS, type FundLevel } from '../../../shared/fund';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { useUtcDay } from '../../lib/use-utc-day';
import { Button } from '../../ui/Button';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { refreshOwn, useRequests } from './use-fund';
import styles from './Fund.module.css';

const MINUTE_MS = 60_000;

/** Purchases and redemptions of a fund, newest first. */
export function Orders({ level }: { level: FundLevel }) {
  const { t } = useTranslation('fund');
  return (
    <section className={styles.card} aria-labelledby="fund-orders">
      <h2 id="fund-orders">{t('orders.title')}</h2>
      <PagedTable
        query={useRequests({ level })}
        columns={useColumns()}
        rowKey={({ requestId }) => requestId}
        skeleton={<Skeleton rows={3} height={30} />}
        empty={<Empty text={t('orders.none')} />}
      />
    </section>
  );
}

function useColumns(): PagedColumn<FundRequest>[] {
  const { t } = useTranslation('fund');
  const format = useFormat();
  const day = useUtcDay();
  const units = (text: string | null) => format.amount(text ?? '0', UNIT_DECIMALS);
  const resultOf = ({ side, status, units: got, nav, paid }: FundRequest): string => {
    if (status !== 'success' || nav === null) return '–';
    const at = format.amount(nav, 8);
    return side === 'purchase'
      ? t('orders.gotUnits', { units: units(got), nav: at })
      : t('orders.gotUsdt', { paid: format.amount(paid ?? '0', 8, 2), nav: at });
  };
  return [
    { key: 'at', label: t('orders.at'), cell: ({ requestedAt }) => format.dateTime(requestedAt) },
    { key: 'side', label: t('orders.side'), cell: ({ side }) => t(`side.${side}`) },
    {
      key: 'status',
      label: t('orders.status'),
      cell: (request) => (
        <>
          <span className={styles.status} data-status={request.status}>
            {t(`status.${request.status}`)}
          </span>
          <Cancel request={request} />
        </>
      ),
    },
    {
      key: 'size',
      label: t('orders.size'),
      number: true,
      cell: ({ side, amount, units: size }) =>
        side === 'purchase' ? `${format.amount(amount ?? '0', 2, 2)} USDT` : t('orders.units', { units: units(size) }),
    },
    { key: 'date', label: t('orders.date'), cell: ({ navDate }) => day(navDate) },
    { key: 'result', label: t('orders.result'), number: true, cell: resultOf },
  ];
}

/** Until a close of its value is known. */
function Cancel({ request: { requestId, level, status, firstCloseAt } }: { request: FundRequest }) {
  const { t } = useTranslation('fund');
  const now = useNow(MINUTE_MS);
  const [busy, setBusy] = useState(false);
  if (status !== 'pending' || now >= firstCloseAt) return null;
  const cancel = async () => {
    setBusy(true);
    // A refusal shows as a toast, and the refetched order shows why.
    await api.call(cancelFundRequest, { level, requestId }).catch(() => undefined);
    await refreshOwn();
    setBusy(false);
  };
  return (
    <Button kind="plain" size="s" busy={busy} onClick={() => void cancel()}>
      {t('orders.cancel')}
    </Button>
  );
}
