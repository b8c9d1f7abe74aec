import { Box } from '@mui/material';
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** A table that scrolls sideways. While a part is cut off it takes the focus, so that keys can scroll it. */
export function SideScroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const node = box.current;
    if (node === null) return;
    const sizes = new ResizeObserver(() => setIsCut(node.scrollWidth > node.clientWidth));
    for (const each of [node, ...node.querySelectorAll('table')]) sizes.observe(each);
    return () => sizes.disconnect();
  }, []);
  return (
    <Box ref={box} sx={{ overflowX: 'auto' }} {...(isCut && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      {children}
    </Box>
  );
}
