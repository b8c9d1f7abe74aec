import { useFormat } from '../../lib/format';
import { useInstrument } from '../../market/instruments';

interface HeldQuantityProps {
  of: { symbol: string; quantity: string };
}

/** How much of its underlying a position holds, with its name. */
export function HeldQuantity({ of: { symbol, quantity } }: HeldQuantityProps) {
  const format = useFormat();
  const instrument = useInstrument(symbol);
  return (
    <>
      {format.amount(quantity, 8)} {instrument?.base}
    </>
  );
}
