import { useTranslation } from 'react-i18next';
import { CONTRACT_PRICES } from '../../../contracts/contract-candle.calls';
import { Menu, MenuGroup, MenuItem } from '../../ui/Menu';
import { ChartIcon } from './chart-icons';
import { LOOKS, SCALES } from './layout';
import { chartedPrice, useChartStore, useLayout } from './layout-store';
import { ToolButton } from './ToolButton';
import styles from './Toolbar.module.css';

/** The dialogs of the chart; `settings` is of one indicator. */
export type ChartDialog =
  | { name: 'indicators' | 'compare' | 'layouts' | 'table' | 'zone' }
  | { name: 'settings'; key: string };

interface ChartToolsProps {
  symbol: string;
  /** Of a contract the chart draws one of two prices, and no volume. */
  isContract: boolean;
  full: boolean;
  onFull: (full: boolean) => void;
  onDialog: (dialog: ChartDialog) => void;
  onPhotograph: () => void;
  /** On a phone the drawing tools are folded away until wanted. */
  drawing: boolean;
  onDrawing: (drawing: boolean) => void;
}

/** The tools at the end of the toolbar. */
export function ChartTools(props: ChartToolsProps) {
  const { t } = useTranslation('chart');
  const { symbol, isContract, full, onFull, onDialog } = props;
  const [layout, change] = useLayout(symbol);
  return (
    <>
      {isContract && <PriceMenu symbol={symbol} />}
      <Menu
        label={t('look', { look: t(`look.${layout.look}`) })}
        button={<ChartIcon name={`look.${layout.look}`} />}
        buttonClass={styles.tool}
      >
        {(close) =>
          LOOKS.map((look) => (
            <MenuItem key={look} checked={look === layout.look} onSelect={() => (change({ look }), close())}>
              <ChartIcon name={`look.${look}`} /> {t(`look.${look}`)}
            </MenuItem>
          ))
        }
      </Menu>
      <button
        type="button"
        className={styles.worded}
        aria-label={t('indicators')}
        onClick={() => onDialog({ name: 'indicators' })}
      >
        <ChartIcon name="indicators" />
        <span className={styles.word}>{t('indicators')}</span>
      </button>
      <ToolButton icon="compare" label={t('compare')} onClick={() => onDialog({ name: 'compare' })} />
      <ToolButton
        icon="pencil"
        label={t('drawing')}
        pressed={props.drawing}
        className={styles.phoneOnly}
        onClick={() => props.onDrawing(!props.drawing)}
      />
      <ToolButton icon="layouts" label={t('layouts')} onClick={() => onDialog({ name: 'layouts' })} />
      <Menu label={t('settings')} button={<ChartIcon name="settings" />} buttonClass={styles.tool}>
        {(close) => <SettingsItems symbol={symbol} isContract={isContract} onDialog={onDialog} close={close} />}
      </Menu>
      <ToolButton icon="table" label={t('table')} onClick={() => onDialog({ name: 'table' })} />
      <ToolButton icon="camera" label={t('photograph')} onClick={props.onPhotograph} />
      <ToolButton
        icon={full ? 'small' : 'full'}
        label={t(full ? 'fullLeave' : 'full')}
        pressed={full}
        onClick={() => onFull(!full)}
      />
    </>
  );
}

function PriceMenu({ symbol }: { symbol: string }) {
  const { t } = useTranslation('chart');
  const [{ period }] = useLayout(symbol);
  const { contractPrice, set } = useChartStore();
  const charted = chartedPrice(contractPrice, period);
  return (
    <Menu
      label={t('price', { price: t(`price.${charted}`) })}
      button={t(`price.${charted}`)}
      buttonClass={styles.worded}
    >
      {(close) =>
        CONTRACT_PRICES.filter((price) => chartedPrice(price, period) === price).map((price) => (
          <MenuItem key={price} checked={price === charted} onSelect={() => (set({ contractPrice: price }), close())}>
            {t(`price.${price}`)}
          </MenuItem>
        ))
      }
    </Menu>
  );
}

function SettingsItems({
  symbol,
  isContract,
  onDialog,
  close,
}: Pick<ChartToolsProps, 'symbol' | 'isContract' | 'onDialog'> & { close: () => void }) {
  const { t } = useTranslation('chart');
  const [layout, change] = useLayout(symbol);
  return (
    <>
      <MenuGroup label={t('scale')}>
        {SCALES.map((scale) => (
          <MenuItem key={scale} checked={scale === layout.scale} onSelect={() => (change({ scale }), close())}>
            {t(`scale.${scale}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={t('settings')}>
        {isContract ? (
          <MenuItem disabled onSelect={close}>
            {t('volumeNone')}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => (change({ volume: !layout.volume }), close())}>
            {t(layout.volume ? 'volumeHide' : 'volumeShow')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => (close(), onDialog({ name: 'zone' }))}>{t('zone')}</MenuItem>
      </MenuGroup>
    </>
  );
}
