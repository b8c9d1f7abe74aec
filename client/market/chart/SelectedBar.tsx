import { useTranslation } from 'react-i18next';
import { changeDrawing, draw, removeDrawing, useDrawing } from './drawings/drawing-store';
import type { Drawing } from './layout';
import { LIMITS } from './layout';
import { useLayout } from './layout-store';
import { Swatches } from './Swatches';
import { ToolButton } from './ToolButton';
import styles from './Toolbar.module.css';

/** What can be done to the selected drawing: colour, text, removal. */
export function SelectedBar({ symbol }: { symbol: string }) {
  const { t } = useTranslation('chart');
  const { selected, locked, set } = useDrawing();
  const [{ drawings }] = useLayout(symbol);
  const drawing = drawings.find((each) => each.key === selected);
  if (drawing === undefined || locked) return null;
  const change = (next: Partial<Drawing>) => draw(symbol, changeDrawing(symbol, { ...drawing, ...next }));
  return (
    <div className={styles.selected} role="group" aria-label={t(`tool.${drawing.tool}`)}>
      {drawing.tool === 'text' && (
        <input
          key={drawing.key}
          className={styles.text}
          autoFocus={drawing.text === ''}
          aria-label={t('text')}
          placeholder={t('text')}
          maxLength={LIMITS.textLength}
          defaultValue={drawing.text}
          onBlur={(event) => event.target.value !== drawing.text && change({ text: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      )}
      <Swatches
        label={t('colour')}
        value={drawing.colour}
        onChange={(colour) => {
          set({ colour });
          change({ colour });
        }}
      />
      <ToolButton icon="trash" label={t('remove')} onClick={() => removeDrawing(symbol, drawing.key)} />
    </div>
  );
}
