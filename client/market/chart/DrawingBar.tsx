import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuItem } from '../../ui/Menu';
import { ChartIcon } from './chart-icons';
import { draw, redo, undo, useDrawing } from './drawings/drawing-store';
import { TOOLS } from './drawings/tools';
import { useChartStore, useLayout } from './layout-store';
import { ToolButton } from './ToolButton';
import styles from './Toolbar.module.css';

/** The drawing tools: one tab stop, arrow keys walk them. */
export function DrawingBar({ symbol }: { symbol: string }) {
  const { t } = useTranslation('chart');
  const bar = useRef<HTMLDivElement>(null);
  const { tool, hidden, locked, set } = useDrawing();
  const { magnet, set: choose } = useChartStore();
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('drawing')}
      className={styles.drawings}
      onKeyDown={(event) => walk(event, bar.current)}
    >
      <div className={styles.strip}>
        <ToolButton
          icon="cursor"
          label={t('tool.cursor')}
          pressed={tool === null}
          onClick={() => set({ tool: null })}
        />
        {TOOLS.map(({ id }) => (
          <ToolButton
            key={id}
            icon={`tool.${id}`}
            label={t(`tool.${id}`)}
            pressed={tool === id}
            tabIndex={-1}
            onClick={() => set({ tool: tool === id ? null : id, selected: null, hidden: false })}
          />
        ))}
        <hr />
        <ToolButton
          icon="magnet"
          label={t('magnet')}
          pressed={magnet}
          tabIndex={-1}
          onClick={() => choose({ magnet: !magnet })}
        />
        <ToolButton icon="undo" label={t('undo')} tabIndex={-1} onClick={() => undo(symbol)} />
        <ToolButton icon="redo" label={t('redo')} tabIndex={-1} onClick={() => redo(symbol)} />
      </div>
      <DrawingsMenu symbol={symbol} hidden={hidden} locked={locked} />
    </div>
  );
}

/** Every drawing by name, so that each can be reached without a pointer; and what is done to all. */
function DrawingsMenu({ symbol, hidden, locked }: { symbol: string; hidden: boolean; locked: boolean }) {
  const { t } = useTranslation('chart');
  const { set, selected } = useDrawing();
  const [{ drawings }] = useLayout(symbol);
  return (
    <Menu label={t('drawings')} button={<ChartIcon name="objects" />} buttonClass={styles.tool} align="start">
      {(close) => (
        <>
          {drawings.map(({ key, tool, text }) => (
            <MenuItem key={key} checked={key === selected} onSelect={() => (set({ selected: key }), close())}>
              <ChartIcon name={`tool.${tool}`} /> {text || t(`tool.${tool}`)}
            </MenuItem>
          ))}
          {drawings.length === 0 && <p className={styles.none}>{t('drawingsNone')}</p>}
          <MenuItem onSelect={() => (set({ locked: !locked }), close())}>{t(locked ? 'unlock' : 'lock')}</MenuItem>
          <MenuItem onSelect={() => (set({ hidden: !hidden }), close())}>{t(hidden ? 'unhide' : 'hide')}</MenuItem>
          <MenuItem onSelect={() => (draw(symbol, []), close())}>{t('removeAll')}</MenuItem>
        </>
      )}
    </Menu>
  );
}

function walk(event: KeyboardEvent, bar: HTMLElement | null): void {
  const buttons = [...(bar?.querySelectorAll<HTMLElement>('button:not([role])') ?? [])];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const [forth, back] = [
    event.key === 'ArrowDown' || event.key === 'ArrowRight',
    event.key === 'ArrowUp' || event.key === 'ArrowLeft',
  ];
  if (at === -1 || (!forth && !back) || document.activeElement?.getAttribute('aria-expanded') === 'true') return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(at + (forth ? 1 : -1) + buttons.length) % buttons.length]?.focus();
}
