import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ChunkLoadError, ChunkMissing } from '../ui/LazyBoundary.tsx'
import styles from './CrashBoundary.module.css'

interface State {
  readonly error: unknown
  readonly crashed: boolean
  readonly where: string
}

/** The last resort: a defect of the console itself shows what happened, in place of a blank page. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, crashed: false, where: '' }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, crashed: true }
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ where: componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error, crashed, where } = this.state
    if (!crashed) return this.props.children
    if (error instanceof ChunkLoadError)
      return (
        <main className={styles.page}>
          <ChunkMissing what="This page" />
        </main>
      )
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return (
      <main className={styles.page}>
        <Banner
          tone="danger"
          title="This page failed because of a defect in the console"
          actions={
            <>
              <Button kind="primary" onClick={() => window.location.reload()}>
                Reload the page
              </Button>
              <CopyButton text={`${message}\n${window.location.pathname}\n${where}`} label="Error details">
                Copy details
              </CopyButton>
            </>
          }
          details={message}
        >
          <p>
            Nothing was changed: this console only reads. Reloading usually helps, and the link keeps your
            filters.
          </p>
        </Banner>
      </main>
    )
  }
}
