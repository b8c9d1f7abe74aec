import { Component, type ReactNode } from 'react';
import { Failed, Offline } from './states';

/** The browsers' errors for a missing file of an older release, or of an unreachable server. */
const GONE = /dynamically imported module|Importing a module script|preload CSS|Loading chunk/i;

/** Whether a view failed because its code did not arrive: then only a fresh page has it. */
const isMissingCode = (error: unknown): boolean => error instanceof Error && GONE.test(error.message);

/**
 * A view that crashes shows its error and a retry in its own place; everything around it goes on. A view whose code is
 * missing loads the page anew instead, by the button or by itself as soon as there is a network again.
 */
export class PanelBoundary extends Component<{ children: ReactNode; small?: boolean }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    addEventListener('online', this.recover);
  }

  override componentWillUnmount() {
    removeEventListener('online', this.recover);
  }

  private readonly recover = () => {
    if (isMissingCode(this.state.error)) location.reload();
  };

  private readonly retry = () => {
    if (isMissingCode(this.state.error)) location.reload();
    else this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    const { children, small = false } = this.props;
    if (error === null) return children;
    // No request failed: the view's code waits for the network.
    if (isMissingCode(error) && !navigator.onLine) return <Offline small={small} />;
    return <Failed error={error} onRetry={this.retry} small={small} />;
  }
}
