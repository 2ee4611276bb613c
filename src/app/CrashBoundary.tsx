import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button, CopyButton } from '../ui/buttons.tsx'
import { ChunkLoadError, ChunkMissing } from '../ui/lazy.tsx'
import { Banner } from '../ui/messages.tsx'
import styles from './app.module.css'

interface Props {
  readonly children: ReactNode
  /** The path that is shown. Another one is another page, which is tried anew. */
  readonly path?: string
  /** Where the message stands, if not in the place of what failed. */
  readonly around?: (message: ReactNode) => ReactNode
}

interface State {
  readonly path: string | undefined
  readonly error: unknown
  readonly crashed: boolean
  readonly where: string
}

const sound = { error: null, crashed: false, where: '' }

/** Says what happened in place of a page that could not be loaded or that a defect of the console itself stopped. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, ...sound }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, crashed: true }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): Partial<State> | null {
    return path === state.path ? null : { path, ...sound }
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ where: componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error, crashed, where } = this.state
    const { children, around = (message) => message } = this.props
    if (!crashed) return children
    return around(
      <div className={styles.message}>
        {error instanceof ChunkLoadError ? (
          <ChunkMissing what="This page" />
        ) : (
          <Defect error={error} where={where} />
        )}
      </div>,
    )
  }
}

function Defect({ error, where }: { error: unknown; where: string }) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return (
    <Banner
      tone="danger"
      title="This page could not be shown"
      actions={
        <>
          <Button kind="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
          <CopyButton text={`${message}\n${window.location.pathname}\n${where}`} label="Error details">
            Copy details
          </CopyButton>
        </>
      }
      details={message}
    >
      <p>The console has a defect. Nothing was changed: it only reads. The link keeps what you see.</p>
    </Banner>
  )
}
