import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../contracts/order.contract';

/** What an order does: buy or sell, and of a contract in hedge mode which position it opens or closes. */
export function useSideName(): (order: Pick<OrderView, 'side' | 'positionSide' | 'reduceOnly'>) => string {
  const { t } = useTranslation('order');
  return ({ side, positionSide, reduceOnly }) => {
    if (positionSide === 'long' || positionSide === 'short') {
      const opens = (side === 'buy') === (positionSide === 'long');
      return t(`position.${opens ? 'open' : 'close'}.${positionSide}`);
    }
    return reduceOnly ? t(`position.reduce.${side}`) : t(`side.${side}`);
  };
}
