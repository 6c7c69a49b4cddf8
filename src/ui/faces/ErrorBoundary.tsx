import { Component, type ReactNode } from 'react'
import { results } from '#kit/results.ts'

type Props = { children: ReactNode }

/**
 * The global error screen; its text comes from the specification and is the same in both languages. It uses plain
 * styles and no component of ours, since any of them may be the cause of the error.
 */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidMount() {
    results.screen = this
  }

  override componentDidCatch(error: Error) {
    window.reportError(error)
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}

export const ErrorScreen = () => (
  <main
    style={{
      minHeight: '100dvh',
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      gap: 16,
      padding: 24,
    }}
  >
    <p role="alert" style={{ fontSize: '1.125rem', fontWeight: 700, textAlign: 'center' }}>
      {'Ooops, something went wrong :( '}
    </p>
    {/* A plain link on purpose: it has to reload the site, and the router may be the cause of the error. */}
    <a
      href="/"
      style={{
        padding: '10px 20px',
        borderRadius: 10,
        fontWeight: 600,
        fontSize: '0.875rem',
        background: 'var(--ui-colors-accent, #5a3fd1)',
        color: 'var(--ui-colors-on-accent, #fff)',
      }}
    >
      Refresh
    </a>
  </main>
)
