import { Component, type ReactNode } from 'react';
import { Failed } from '../../ui/states';

/** One panel's mistake stays in the panel: what is typed in the form and what rests in the book is not touched by it. */
export class PanelBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <Failed small error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
