import { Box } from '@mui/material';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** A link of the text must not lead away from what is being written. */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
};

const looks = {
  overflowWrap: 'anywhere',
  lineHeight: 1.6,
  '& > :first-of-type': { marginBlockStart: 0 },
  '& h1, & h2': { fontSize: '1.1rem', marginBlock: '1.2em 0.4em' },
  '& h3, & h4': { fontSize: '0.95rem', marginBlock: '1em 0.3em' },
  '& a': { color: 'primary.main' },
  '& table': { borderCollapse: 'collapse', display: 'block', overflowX: 'auto' },
  '& th, & td': { border: 1, borderColor: 'divider', padding: '4px 8px', textAlign: 'start' },
  '& pre': { overflowX: 'auto', padding: 1.5, borderRadius: 1, bgcolor: 'action.hover' },
  '& code': { fontSize: '0.85em' },
  '& blockquote': { marginInline: 0, paddingInlineStart: 2, borderInlineStart: '3px solid', borderColor: 'divider' },
} as const;

/** The text as readers get it: the same renderer, without raw HTML. Loaded with the editor only. */
export default function MarkdownPreview({ text }: { text: string }) {
  return (
    <Box sx={looks}>
      <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </Box>
  );
}
