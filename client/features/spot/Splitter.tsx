import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx';
import { PANEL_LIMITS, useTerminal, type PanelName } from './terminal-store';
import styles from './Terminal.module.css';

interface SplitterProps {
  panel: PanelName;
  /** The panel that it sizes. */
  target: RefObject<HTMLElement | null>;
  /** On which edge of the panel it lies: pulling away from the panel makes it larger. */
  edge: 'start' | 'end' | 'top';
}

const STEP = 16;

/** A border that can be pulled, or moved with the arrow keys; a double click gives the size back to the screen. */
export function Splitter({ panel, target, edge }: SplitterProps) {
  const { t } = useTranslation('spot');
  const { sizes, resize } = useTerminal();
  const drag = useRef<{ at: number; size: number } | null>(null);
  const horizontal = edge === 'top';
  const outward = edge === 'end' ? 1 : -1;
  const measured = () => {
    const box = target.current?.getBoundingClientRect();
    return (horizontal ? box?.height : box?.width) ?? PANEL_LIMITS[panel].least;
  };
  const positionOf = (event: PointerEvent) => (horizontal ? event.clientY : event.clientX);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { at: positionOf(event), size: measured() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) resize(panel, drag.current.size + (positionOf(event) - drag.current.at) * outward);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, number> = horizontal ? { ArrowUp: -1, ArrowDown: 1 } : { ArrowLeft: -1, ArrowRight: 1 };
    const direction = keys[event.key];
    if (event.key === 'Home') return (event.preventDefault(), resize(panel, null));
    if (direction === undefined) return;
    event.preventDefault();
    resize(panel, measured() + direction * outward * STEP);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={t(`layout.${panel}`)}
      aria-orientation={horizontal ? 'horizontal' : 'vertical'}
      aria-valuemin={PANEL_LIMITS[panel].least}
      aria-valuemax={PANEL_LIMITS[panel].most}
      aria-valuenow={sizes[panel] ?? PANEL_LIMITS[panel].least}
      className={cx(styles.splitter, styles[edge])}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onDoubleClick={() => resize(panel, null)}
      onKeyDown={onKeyDown}
    />
  );
}
