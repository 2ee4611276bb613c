import { Component, type ReactNode, Suspense } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

/** A part of the console itself could not be fetched: there is no connection, or the server has another version by now. */
export class PartNotFetched extends Error {
  override readonly name = 'PartNotFetched'
}

/** The way to fetch a part of the console; what fails says that it is this and no defect. */
export function part<T>(fetchIt: () => Promise<T>): () => Promise<T> {
  return () =>
    fetchIt().catch((cause: unknown) => {
      throw new PartNotFetched('A part of the console could not be fetched.', { cause })
    })
}

/** Fetches a part before it is needed. Whether that failed is told to who then asks for it. */
export function ahead(fetchPart: () => Promise<unknown>): void {
  fetchPart().catch(() => {})
}

interface Props {
  readonly children: ReactNode
  /** Stands in while it is on its way. */
  readonly fallback?: ReactNode
  /** Where the message is shown, if not in the part's own place. */
  readonly around?: (message: ReactNode) => ReactNode
}

/** What is fetched only when it is used. If that fails the rest of the page stays as it is. */
export class Fetched extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { children, fallback, around = (message) => message } = this.props
    const { error } = this.state
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>
    if (!(error instanceof PartNotFetched)) throw error
    return around(<PartMissing what="This part of the console" />)
  }
}

/** Says that something of the console itself is not there, and how it comes. */
export function PartMissing({ what }: { what: string }) {
  return (
    <Banner
      tone="warning"
      title={`${what} could not be fetched`}
      actions={
        <Button kind="primary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    >
      <p>
        There is no connection to the console’s server, or it has a newer version by now. Reloading helps once
        it can be reached; the address keeps what you see.
      </p>
    </Banner>
  )
}
