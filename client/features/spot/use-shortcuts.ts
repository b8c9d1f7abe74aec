import { useEffect, useRef } from 'react';
import { useOrderForm } from '../../orders/form-store';
import { isTyping, shortcutOf, type Shortcut, type Shortcuts } from './shortcuts';
import { useTerminal } from './terminal-store';

const SHARES = { share25: 25, share50: 50, share75: 75, share100: 100 } as const;

/** Shortcut targets outside the form's store, registered by their elements. */
const reach = {
  price: '[data-order-form] input[name="price"], [data-order-form] input[name="stopPrice"]',
  quantity: '[data-order-form] input[name="quantity"]',
  orders: '#orders-view, #contract-view',
  cancelAll: '[data-shortcut="cancelAll"]',
  instrument: '[data-shortcut="instrument"]',
  calculator: '[data-shortcut="calculator"]',
} as const;

/** Listens to the terminal's shortcuts while it is on the screen. */
export function useShortcuts(shortcuts: Shortcuts, showSheet: () => void): void {
  const show = useRef(showSheet);
  show.current = showSheet;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const focus = document.activeElement;
      const inDialog = document.querySelector('[role="dialog"], [role="menu"]') !== null;
      const does = shortcutOf(event, { typing: isTyping(focus), inDialog }, shortcuts);
      if (does === undefined || (!useTerminal.getState().shortcuts && does !== 'sheet')) return;
      event.preventDefault();
      if (does === 'sheet') show.current();
      else run(does);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts]);
}

function run(does: Exclude<Shortcut, 'sheet'>): void {
  const { change, pickShare } = useOrderForm.getState();
  switch (does) {
    case 'buy':
    case 'sell':
      return change({ side: does });
    case 'limit':
    case 'market':
      return change({ type: does });
    case 'price':
    case 'quantity':
    case 'orders': {
      const element = document.querySelector<HTMLElement>(reach[does]);
      element?.focus();
      if (element instanceof HTMLInputElement) element.select();
      return;
    }
    case 'cancelAll':
    case 'instrument':
    case 'calculator':
      return document.querySelector<HTMLElement>(reach[does])?.click();
    default:
      return pickShare(SHARES[does]);
  }
}
