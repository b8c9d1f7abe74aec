import type { InstrumentView } from '../../../contracts/market.contract';
import type { ChartDialog } from './ChartTools';
import { CompareDialog } from './CompareDialog';
import { IndicatorDialog } from './IndicatorDialog';
import { IndicatorSettings } from './IndicatorSettings';
import { LayoutDialog } from './LayoutDialog';
import { TableDialog } from './TableDialog';
import type { PriceChartView } from './use-price-chart';
import { ZoneDialog } from './ZoneDialog';

interface ChartDialogsProps {
  dialog: ChartDialog;
  instrument: InstrumentView;
  contract: string | undefined;
  view: PriceChartView;
  onClose: () => void;
}

/** The dialogs of the chart, in a bundle of their own. */
export default function ChartDialogs({ dialog, instrument, contract, view, onClose }: ChartDialogsProps) {
  const { symbol } = instrument;
  if (dialog.name === 'settings') return <IndicatorSettings symbol={symbol} choiceKey={dialog.key} onClose={onClose} />;
  if (dialog.name === 'indicators') return <IndicatorDialog symbol={symbol} onClose={onClose} />;
  if (dialog.name === 'compare') return <CompareDialog symbol={symbol} onClose={onClose} />;
  if (dialog.name === 'layouts') return <LayoutDialog symbol={symbol} onClose={onClose} />;
  if (dialog.name === 'zone') return <ZoneDialog onClose={onClose} />;
  const rows = view.chart.current?.rows ?? [];
  return <TableDialog instrument={instrument} contract={contract} rows={rows} onClose={onClose} />;
}
