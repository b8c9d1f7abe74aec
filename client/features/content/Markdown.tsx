import { useEffect, type AnchorHTMLAttributes, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { Link } from 'react-router-dom';
import remarkGfm from 'remark-gfm';
import { headingIds } from './outline';

interface MarkdownProps {
  text: string;
  /** Read out after a link that opens elsewhere. */
  newTab: string;
}

/**
 * Text that staff wrote, as elements: raw HTML is dropped, links that run something lose their address, and pictures come from
 * here or not at all. Loaded lazily, because the first paint needs none of it.
 */
export default function Markdown({ text, newTab }: MarkdownProps) {
  // The browser looked for the heading of the address before the text was there.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(decoded(location.hash.slice(1)))?.scrollIntoView();
  }, [text]);
  return (
    <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} rehypePlugins={[nameHeadings]} components={components(newTab)}>
      {text}
    </ReactMarkdown>
  );
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** Served beside the client's own screens, so the client's router does not know them. */
const SERVED = /^\/(docs|admin|web|health|metrics)(\/|$)|\.[a-z0-9]{2,5}$/;

const components = (newTab: string): Components => ({
  a: ({ href, children, id, className }) => (
    <MarkdownLink href={href} newTab={newTab} id={id} className={className}>
      {children}
    </MarkdownLink>
  ),
  img: ({ src, alt }) =>
    typeof src === 'string' && /^\/(?!\/)/.test(src) ? <img src={src} alt={alt ?? ''} loading="lazy" /> : <>{alt}</>,
  // A wide table scrolls in a box of its own, which the keyboard can reach.
  table: ({ children }) => (
    <div className="markdown-table" tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
});

interface LinkProps extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'id' | 'className'> {
  href: string | undefined;
  newTab: string;
  children: ReactNode;
}

function MarkdownLink({ href = '', newTab, children, ...rest }: LinkProps) {
  if (/^\/(?![/\\])/.test(href) && !SERVED.test(href.split(/[?#]/)[0] ?? '')) {
    return (
      <Link to={href} {...rest}>
        {children}
      </Link>
    );
  }
  if (href === '' || href.startsWith('#') || href.startsWith('/')) {
    return (
      <a href={href || undefined} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <span className="hidden-visually"> {newTab}</span>
    </a>
  );
}

/** What the walk below needs of a tree of elements. */
interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** Gives headings the ids that the outline names, and moves a first-level one below the page's title. */
function nameHeadings() {
  return (tree: TreeNode): void => {
    const idOf = headingIds();
    const visit = (node: TreeNode): void => {
      const level = /^h([123])$/.exec(node.tagName ?? '')?.[1];
      if (level) {
        if (level === '1') node.tagName = 'h2';
        node.properties = { ...node.properties, id: idOf(wordsOf(node)) };
      } else node.children?.forEach(visit);
    };
    visit(tree);
  };
}

const wordsOf = (node: TreeNode): string => node.value ?? node.children?.map(wordsOf).join('') ?? '';
