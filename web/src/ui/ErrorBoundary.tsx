import { Component, type ReactNode } from 'react';
import { ApiError } from '../api/api-error';
import { ErrorScreen } from './ErrorScreen';
import { FailedState } from './FailedState';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Takes the whole window, for what nothing else caught. */
  page?: boolean;
  /** The boundary forgets its error when this changes; a page passes its address. */
  resetKey?: string;
  onRetry?: () => void;
};

/** Keeps a mistake in one region of a page from taking the rest with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failure && previous.resetKey !== this.props.resetKey) this.setState({ failure: undefined });
  }

  retry = () => {
    this.props.onRetry?.();
    this.setState({ failure: undefined });
  };

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    // A refused call is no mistake of ours: it has words of its own, and nothing to report.
    if (!this.props.page && failure.error instanceof ApiError) {
      return <FailedState error={failure.error} onRetry={this.retry} />;
    }
    return <ErrorScreen error={failure.error} onRetry={this.retry} region={!this.props.page} />;
  }
}
