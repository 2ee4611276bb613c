import { Component, type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button } from './buttons.tsx'
import { Banner } from './messages.tsx'

/** A chunk of the console itself could not be loaded: there is no connection, or the server has another version by now. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** The way to load a chunk; what fails says that it is this and no defect. */
export function lazyChunk<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    load().catch((cause: unknown) => {
      throw new ChunkLoadError('A part of the console could not be fetched.', { cause })
    })
}

/** Loads a chunk before it is needed. Whether that failed is told to who then asks for it. */
export function preloadChunk(load: () => Promise<unknown>): void {
  load().catch(() => {})
}

/**
 * A component of another chunk, which is fetched once the frame in which it is `wanted` is painted; null until it is there. From then on it
 * is drawn in the same moment as it is asked for, where `lazy` would wait once more. If it cannot be fetched a message takes its place.
 */
export function useFetched<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  wanted: boolean,
): ComponentType<P> | null {
  const [fetched, setFetched] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    if (!wanted) return
    let isStill = true
    const set = (view: ComponentType<P>) => {
      if (isStill) setFetched(() => view)
    }
    void painted()
      .then(load)
      .then(
        (chunk) => set(chunk.default),
        () => set(() => <ChunkMissing what="This part of the console" />),
      )
    return () => {
      isStill = false
    }
  }, [load, wanted])
  return fetched
}

interface Props {
  readonly children: ReactNode
  /** Stands in while it is on its way. */
  readonly fallback?: ReactNode
  /** Where the message is shown, if not in the chunk's own place. */
  readonly around?: (message: ReactNode) => ReactNode
}

/** What is loaded only when it is used. If that fails the rest of the page stays as it is. */
export class LazyBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { children, fallback, around = (message) => message } = this.props
    const { error } = this.state
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>
    if (!(error instanceof ChunkLoadError)) throw error
    return around(<ChunkMissing what="This part of the console" />)
  }
}

/** Says that something of the console itself is not there, and how it comes. */
export function ChunkMissing({ what }: { what: string }) {
  return (
    <Banner
      tone="warning"
      title={`${what} could not be loaded`}
      actions={
        <Button kind="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      }
    >
      <p>
        The console’s server cannot be reached, or it has a newer version. Trying again reloads the console.
        The link keeps what you see.
      </p>
    </Banner>
  )
}

/** Waits until the next frame is painted; not at all while nobody sees the page, which has no frames then. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** A value once a frame is painted with it elsewhere: null at first, and the one before as long as the new one waits for its turn. */
export function usePaintedValue<T>(value: T): T | null {
  const [shown, show] = useState<T | null>(null)
  useEffect(() => {
    let isLatest = true
    void painted().then(() => isLatest && show(() => value))
    return () => {
      isLatest = false
    }
  }, [value])
  return shown
}
