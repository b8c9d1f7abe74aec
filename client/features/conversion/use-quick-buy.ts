import { useEffect, useRef, useState, type RefObject } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../lib/session';
import { amountOf, readQuickBuy, writeQuickBuy, type QuickBuy } from './quick-buy';

const TYPING_MS = 400;

/** The state of a quick buy. The address follows each key; requests wait until the typing ends. */
export function useQuickBuy(coins: readonly string[]) {
  const [search, setSearch] = useSearchParams();
  const real = useSession((state) => state.session?.realm === 'real');
  const known = readQuickBuy(search, coins, real);
  const [typed, setTyped] = useState(known.spend);
  const amount = amountOf(typed);
  const spend = useSettled(amount);
  const write = (next: Partial<QuickBuy>, replace: boolean) =>
    setSearch(writeQuickBuy({ ...known, spend: amount, ...next }), { replace });
  return {
    buy: { ...known, spend },
    typed,
    /** The typed text is not in `buy` yet. */
    isTyping: spend !== amount,
    type: (text: string) => {
      setTyped(text);
      write({ spend: amountOf(text) }, true);
    },
    chooseCoin: (coin: string) => write({ coin }, true),
    /** A step that the browser's way back undoes. */
    go: (next: Partial<QuickBuy>) => {
      if (next.spend !== undefined) setTyped(next.spend);
      write(next, false);
    },
  };
}

/** The heading of what was chosen: the keyboard goes on there, because the button that chose it is gone. */
export function useHeadingOf(way: QuickBuy['way']): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(way);
  useEffect(() => {
    if (before.current === way) return;
    before.current = way;
    heading.current?.focus();
  }, [way]);
  return heading;
}

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
