import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import styles from './Tabs.module.css';

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** `line`: headings of a panel; `chips`: filters; `pills`: a switch of few. */
  look?: 'line' | 'chips' | 'pills';
  /** The id of what the tabs switch. */
  controls?: string;
}

/** A part of the next tab stays visible as a hint. */
const MARGIN_PX = 24;

/** Tabs by the book: one tab stop, arrow keys move and choose. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  look = 'line',
  controls,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = requestAnimationFrame(() => list.current && showChosen(list.current));
    return () => cancelAnimationFrame(shown);
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab) onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={cx(styles.tabs, styles[look])} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={controls}
          tabIndex={tab.value === value ? 0 : -1}
          data-value={tab.value}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Scrolls the row of tabs, or what it scrolls in, to the chosen one; the page stays where it is, unlike by `scrollIntoView`. */
function showChosen(list: HTMLElement): void {
  const chosen = list.querySelector('[aria-selected=true]');
  if (chosen === null) return;
  for (const row of [list, list.parentElement]) {
    if (row === null || row.scrollWidth <= row.clientWidth) continue;
    const [tab, view] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
    if (tab.left < view.left) row.scrollLeft -= view.left - tab.left + MARGIN_PX;
    else if (tab.right > view.right) row.scrollLeft += tab.right - view.right + MARGIN_PX;
  }
}
