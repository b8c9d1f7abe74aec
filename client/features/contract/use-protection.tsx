import { useTranslation } from 'react-i18next';
import { setPositionProtection } from '../../../contracts/contract.calls';
import type { PositionView, ProtectionField } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { OrderView } from '../../../contracts/order.contract';
import { toastError } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { useOnce } from '../../lib/use-once';
import { confirm } from '../../ui/confirm';
import { FactList } from '../../ui/FactList';
import { changePosition } from './change-position';
import { closedBy, pnlAt, protectionAt } from './line-estimate';
import { usePositions } from './use-contracts';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

type Change = readonly [field: ProtectionField, price: string | null];

const NONE: readonly PositionView[] = [];

/** Changes the pair of a whole position from the chart: each answers whether it stands. */
export function useProtection(book: InstrumentView) {
  const { t } = useTranslation('contract');
  const once = useOnce();
  const positions = usePositions().data?.positions ?? NONE;

  const send = async (position: PositionView, [field, price]: Change): Promise<boolean> => {
    const { symbol, side } = position;
    const keeps = field === 'takeProfit' ? 'stopLoss' : 'takeProfit';
    const body = { symbol, side, keeps, ...(price !== null && { [field]: price }) } as const;
    try {
      await once(JSON.stringify(body), (requestToken) =>
        changePosition(setPositionProtection, { ...body, requestToken }),
      );
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  };

  const ask = async (position: PositionView, [field, price]: readonly [ProtectionField, string]): Promise<boolean> => {
    if (usePreferences.getState().confirmOrders) {
      const { symbol, side } = position;
      const title = `${t('protection.title')} · ${symbol} ${t(`side.${side}`)}`;
      const body = <ProtectionQuestion {...{ position, field, price, book }} />;
      const kind = side === 'long' ? 'sell' : 'buy';
      if (!(await confirm({ title, body, confirmLabel: t('protection.set'), kind }))) return false;
    }
    return send(position, [field, price]);
  };

  return {
    /** At a price that was dragged out of the entry. */
    out: async (position: PositionView, price: string): Promise<boolean> => {
      const type = protectionAt(position, price);
      return type !== null && ask(position, [type === 'stop' ? 'stopLoss' : 'takeProfit', price]);
    },
    move: async (line: OrderView, price: string): Promise<boolean> => {
      const position = closedBy(line, positions);
      return position !== undefined && ask(position, [fieldOf(line), price]);
    },
    remove: async (line: OrderView): Promise<boolean> => {
      const position = closedBy(line, positions);
      return position !== undefined && send(position, [fieldOf(line), null]);
    },
  };
}

const fieldOf = ({ type }: Pick<OrderView, 'type'>): ProtectionField =>
  type === 'take-profit' ? 'takeProfit' : 'stopLoss';

interface QuestionProps {
  position: PositionView;
  field: ProtectionField;
  price: string;
  book: InstrumentView;
}

/** The price before and after, and what closing there brings. */
function ProtectionQuestion({ position, field, price, book }: QuestionProps) {
  const { t } = useTranslation(['contract', 'order']);
  const format = useFormat();
  const shown = (text: string) => format.decimal(text, book.priceDecimals);
  const before = position.protection?.[field];
  const from = before == null ? '' : `${shown(before)} → `;
  return (
    <>
      <FactList
        className={order.summary}
        rows={[
          [t(`order:attached.${field}`), `${from}${shown(price)} ${book.quote}`],
          [t('close.pnl'), `≈ ${format.amount(pnlAt(position, price), 2, 2)} USDT`],
        ]}
      />
      <p className={styles.note}>
        {t('protection.whole')} {t('protection.estimate')}
      </p>
    </>
  );
}
