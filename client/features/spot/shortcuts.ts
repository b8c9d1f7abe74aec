/** What a key does in the terminal. One letter each, as traders' hands know them; all of them can be turned off. */
export const SHORTCUTS = [
  { key: 'b', does: 'buy' },
  { key: 's', does: 'sell' },
  { key: 'l', does: 'limit' },
  { key: 'm', does: 'market' },
  { key: 'p', does: 'price' },
  { key: 'q', does: 'quantity' },
  { key: '1', does: 'share25' },
  { key: '2', does: 'share50' },
  { key: '3', does: 'share75' },
  { key: '4', does: 'share100' },
  { key: 'o', does: 'orders' },
  { key: 'x', does: 'cancelAll' },
  { key: '/', does: 'instrument' },
  { key: '?', does: 'sheet' },
] as const;
/** Those of the terminal for contracts. */
export const CONTRACT_SHORTCUTS = [...SHORTCUTS, { key: 'c', does: 'calculator' }] as const;
export type Shortcuts = typeof SHORTCUTS | typeof CONTRACT_SHORTCUTS;
export type Shortcut = (typeof CONTRACT_SHORTCUTS)[number]['does'];

/** What a key press looks like to `shortcutOf`. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  defaultPrevented: boolean;
}

/** Where the focus is: typing is never a shortcut, nor is a key that a dialog or a menu listens to. */
export interface Focus {
  typing: boolean;
  inDialog: boolean;
}

export function shortcutOf(press: Press, focus: Focus, shortcuts: Shortcuts): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.defaultPrevented) return undefined;
  if (focus.typing || focus.inDialog) return undefined;
  return shortcuts.find(({ key }) => key === press.key.toLowerCase())?.does;
}

/** Inputs that take letters; a slider, a check box and a button do not. */
export function isTyping(element: Element | null): boolean {
  if (element === null) return false;
  if (element.matches('textarea, select, [contenteditable]:not([contenteditable="false"])')) return true;
  return element.matches('input:not([type="range"]):not([type="checkbox"]):not([type="radio"])');
}
