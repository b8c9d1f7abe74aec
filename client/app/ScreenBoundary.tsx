import { Component, type ReactNode } from 'react';
import { Failed } from '../ui/states';

/** A view that crashes shows its error and a retry; the shell around it stays. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <Failed error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
