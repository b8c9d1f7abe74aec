import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { continueCustody, sellProfit } from '../../../contracts/custody.calls';
import type { CustodyInfo, CustodyOrder } from '../../../contracts/custody.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useOnce } from '../../lib/use-once';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { FactList } from '../../ui/FactList';
import { onceUnlocked } from '../security/unlock-trading';
import { refreshOwn } from './use-custody';
import styles from './Custody.module.css';

interface RedemptionProps extends Pick<CustodyInfo, 'now'> {
  order: CustodyOrder;
}

/** The way out before maturity: what it costs, the request, its answer, and the way back in. */
export function Redemption({ order, now }: RedemptionProps) {
  const { t } = useTranslation(['custody', 'review']);
  const { status, rejectedFor } = order;
  if (status === 'redeeming') return <Waiting order={order} />;
  if (now === null) return null;
  if (status !== 'redemption-rejected') return <Ask order={order} now={now} label={t('redeem.open')} />;
  return (
    <div className={styles.rejected}>
      <p>{t('redeem.rejected')}</p>
      {rejectedFor.length > 0 && (
        <p>
          {t('redeem.reasons')}: {rejectedFor.map((code) => t(`review:reason.custody-redemption.${code}`)).join(' · ')}
        </p>
      )}
      <Ask order={order} now={now} label={t('redeem.again')} />
    </div>
  );
}

interface AskProps {
  order: CustodyOrder;
  now: NonNullable<CustodyInfo['now']>;
}

function Ask({ order, now, label }: AskProps & { label: string }) {
  const { t } = useTranslation('custody');
  const [busy, run] = useBusy();
  const once = useOnce();
  const ask = async () => {
    const body = createElement(Cost, { order, now });
    if (!(await confirm({ title: t('redeem.title'), body, confirmLabel: t('redeem.send'), kind: 'danger' }))) return;
    const request = { orderId: order.orderId, shownPenalty: now.penalty };
    await run(() =>
      once(JSON.stringify(request), (requestToken) =>
        onceUnlocked(() => api.call(sellProfit, { ...request, requestToken })),
      ),
    );
  };
  return (
    <div className={styles.actions}>
      <Button kind="danger" size="s" busy={busy} onClick={() => void ask()}>
        {label}
      </Button>
    </div>
  );
}

/** The exact penalty and what comes back, before the request is sent. */
function Cost({ order, now }: AskProps) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  return (
    <div className={styles.detail}>
      <FactList
        className={styles.facts}
        rows={[
          [t('detail.penalty'), `−${usdt(now.penalty)}`],
          [t('detail.interest'), `+${usdt(order.accrued)}`],
          [t('redeem.back'), usdt(now.returned)],
        ]}
      />
      <p>{t('redeem.staff')}</p>
      <p>{t('redeem.undecided')}</p>
    </div>
  );
}

function Waiting({ order }: { order: CustodyOrder }) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const [busy, run] = useBusy();
  const { orderId, redemption } = order;
  if (redemption === null) return null;
  return (
    <div className={styles.waiting} role="status">
      <p>{t('redeem.waiting', { at: format.dateTime(redemption.requestedAt) })}</p>
      <p>
        {t('detail.penalty')}: {format.amount(redemption.penalty, 8, 2)} USDT
      </p>
      <Button kind="plain" size="s" busy={busy} onClick={() => void run(() => api.call(continueCustody, { orderId }))}>
        {t('redeem.continue')}
      </Button>
    </div>
  );
}

/** A refusal shows as a toast, and the refetched order shows why. */
function useBusy(): [busy: boolean, run: (send: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const run = async (send: () => Promise<unknown>) => {
    setBusy(true);
    await send().catch(() => undefined);
    await refreshOwn();
    setBusy(false);
  };
  return [busy, run];
}
