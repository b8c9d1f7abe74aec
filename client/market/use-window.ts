import { useEffect, useRef, useState, type RefObject } from 'react';
import { perFrame } from '../lib/frame';
import { windowOf } from './window';

/** The part of a long list that is in sight of the page's own scrolling. */
export function useWindow(
  rows: number,
  rowHeight: number,
): { body: RefObject<HTMLTableSectionElement | null>; first: number; last: number } {
  const body = useRef<HTMLTableSectionElement>(null);
  const [[first, last], setRange] = useState<[number, number]>([0, 40]);
  useEffect(() => {
    const measure = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const next = windowOf(Math.max(0, -top), innerHeight, rowHeight, rows);
      setRange((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
    };
    const onScroll = perFrame(measure);
    measure();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [rows, rowHeight]);
  return { body, first: Math.min(first, rows), last: Math.min(last, rows) };
}
