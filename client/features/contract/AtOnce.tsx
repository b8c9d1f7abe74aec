import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelAllContractOrders, closePositions } from '../../../contracts/contract.calls';
import type { PositionView } from '../../../contracts/contract.contract';
import { mergeUpdate } from '../../app/account-feed';
import { api, QUIET, toastError } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { toast } from '../../lib/toasts';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { FactList } from '../../ui/FactList';
import { onceUnlocked } from '../security/unlock-trading';
import { costOfAll } from './close-cost';
import { HeldQuantity } from './HeldQuantity';
import { usePositions } from './use-contracts';
import order from '../../orders/OrderForm.module.css';

interface CloseAllProps {
  /** All contracts where it is left out. */
  symbol: string | undefined;
  takerRate: string;
}

/** Closes every position at the market price and cancels the orders, after one question that says what it costs. */
export function CloseAll({ symbol, takerRate }: CloseAllProps) {
  const { t } = useTranslation('contract');
  const [busy, setBusy] = useState(false);
  const all = usePositions().data?.positions ?? [];
  const positions = all.filter((each) => symbol === undefined || each.symbol === symbol);
  const closeAll = async () => {
    const title = symbol === undefined ? t('close.all') : t('close.allOf', { symbol });
    const body = createElement(CloseQuestion, { positions, takerRate });
    if (!(await confirm({ title, body, confirmLabel: title, kind: 'danger' }))) return;
    setBusy(true);
    try {
      const { left } = await onceUnlocked(() => api.call(closePositions, { ...(symbol && { symbol }) }, QUIET));
      for (const each of left)
        toast('warning', `${each.symbol} ${t(`side.${each.side}`)}: ${each.message}`, {
          about: `${each.symbol} ${each.side}`,
        });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries(EVERYTHING_OWN);
    }
  };
  return (
    <Button kind="plain" size="s" busy={busy} disabled={positions.length === 0} onClick={() => void closeAll()}>
      {symbol === undefined ? t('close.all') : t('close.allOf', { symbol })}
    </Button>
  );
}

function CloseQuestion({ positions, takerRate }: { positions: readonly PositionView[]; takerRate: string }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { fee, pnl } = costOfAll(positions, takerRate);
  const usdt = (text: string) => `≈ ${format.amount(text, 2, 2)} USDT`;
  return (
    <>
      <p>{t('close.body')}</p>
      <FactList
        className={order.summary}
        rows={[
          ...positions.map(
            (each) =>
              [`${each.symbol} ${t(`side.${each.side}`)}`, <HeldQuantity key={each.symbol} of={each} />] as const,
          ),
          [t('close.pnl'), usdt(pnl)],
          [t('close.fee'), usdt(fee)],
        ]}
      />
    </>
  );
}

export function CancelAll({ symbol, count }: { symbol: string | undefined; count: number }) {
  const { t } = useTranslation(['contract', 'order']);
  const [busy, setBusy] = useState(false);
  const cancelAll = async () => {
    const title = t('order:orders.cancelAll');
    const body = symbol ? t('order:orders.cancelAllOf', { symbol }) : t('cancelAllBody');
    if (!(await confirm({ title, body, confirmLabel: title, kind: 'danger' }))) return;
    setBusy(true);
    await api.call(cancelAllContractOrders, { symbol }).then(mergeUpdate, () => undefined);
    setBusy(false);
  };
  return (
    <Button
      data-shortcut="cancelAll"
      kind="plain"
      size="s"
      busy={busy}
      disabled={count === 0}
      onClick={() => void cancelAll()}
    >
      {t('order:orders.cancelAll')}
    </Button>
  );
}
