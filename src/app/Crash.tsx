import { useRouteError } from 'react-router-dom'
import { Button, CopyButton } from '../ui/buttons.tsx'
import { ChunkLoadError, ChunkMissing } from '../ui/lazy.tsx'
import { Banner } from '../ui/messages.tsx'
import styles from './app.module.css'

/** In place of a page that could not be loaded, or that a defect of the console stopped. */
export function Crash() {
  const error = useRouteError()
  return (
    <div className={styles.message}>
      {error instanceof ChunkLoadError ? <ChunkMissing what="This page" /> : <Defect error={error} />}
    </div>
  )
}

function Defect({ error }: { error: unknown }) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const stack = error instanceof Error ? error.stack : undefined
  return (
    <Banner
      tone="danger"
      title="This page could not be shown"
      actions={
        <>
          <Button kind="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
          <CopyButton text={`${message}\n${window.location.pathname}\n${stack}`} label="Error details">
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
