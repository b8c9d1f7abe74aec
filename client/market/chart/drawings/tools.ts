/** The drawing tools and how many places each is pinned to. */
export const TOOLS = [
  { id: 'trend', anchors: 2 },
  { id: 'arrow', anchors: 2 },
  { id: 'ray', anchors: 2 },
  { id: 'extended', anchors: 2 },
  { id: 'horizontal', anchors: 1 },
  { id: 'vertical', anchors: 1 },
  { id: 'channel', anchors: 3 },
  { id: 'fib', anchors: 2 },
  { id: 'rectangle', anchors: 2 },
  { id: 'measure', anchors: 2 },
  { id: 'text', anchors: 1 },
] as const;

export type ToolId = (typeof TOOLS)[number]['id'];

export const anchorsOf = (tool: ToolId): number => TOOLS.find((each) => each.id === tool)?.anchors ?? 1;
