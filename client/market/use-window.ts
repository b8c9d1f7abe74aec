import { useEffect, useRef, useState, type RefObject } from 'react';
import { perFrame } from '../lib/frame';
import { windowOf } from './window';

/** The part of a long list that is in sight of the page's own scrolling. */
export function useWindow(
  rows: number,
  rowHeight: number,
): { body: RefObject<HTMLTableSectionElement | null>; first: number; last: number } {
  const body = useRef<HTMLTableSectionElement>(null);
  const [[first, last], setRange] = useState(() => windowOf(0, innerHeight, rowHeight, rows));
  useEffect(() => {
    // Where the list begins on the page. Asking at every step of a scroll would lay the page out twice a frame.
    let top = 0;
    const show = () => {
      const next = windowOf(Math.max(0, scrollY - top), innerHeight, rowHeight, rows);
      setRange((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
    };
    const measure = () => {
      top = (body.current?.getBoundingClientRect().top ?? 0) + scrollY;
      show();
    };
    const onScroll = perFrame(show);
    const onChange = perFrame(measure);
    measure();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('scrollend', onChange);
    addEventListener('resize', onChange);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('scrollend', onChange);
      removeEventListener('resize', onChange);
    };
  }, [rows, rowHeight]);
  return { body, first: Math.min(first, rows), last: Math.min(last, rows) };
}
