import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button, CopyButton } from '../ui/buttons.tsx'
import { ChunkLoadError, ChunkMissing } from '../ui/lazy.tsx'
import { Banner } from '../ui/messages.tsx'
import styles from './app.module.css'

interface State {
  readonly crash: { readonly error: unknown } | null
  readonly where: string
}

/** Says what happened in place of a page that could not be loaded, or that a defect of the console stopped. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { crash: null, where: '' }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { crash: { error } }
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ where: componentStack ?? '' })
  }

  override render(): ReactNode {
    const { crash, where } = this.state
    if (crash === null) return this.props.children
    return (
      <div className={styles.message}>
        {crash.error instanceof ChunkLoadError ? (
          <ChunkMissing what="This page" />
        ) : (
          <Defect error={crash.error} where={where} />
        )}
      </div>
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
      <p>
        {isOfExtension(error)
          ? 'A browser extension, such as a translator, changed the text of this page. Turn it off for this site.'
          : 'This is a defect in the console.'}{' '}
        Nothing was changed: the console only reads. Reloading keeps your filters.
      </p>
    </Banner>
  )
}

/** React could not find a text where it had put it. The console asks for no translation, which some extensions ignore. */
function isOfExtension(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError'
}
