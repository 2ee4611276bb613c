import {
  type Attributes,
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react'
import { Button } from './buttons.tsx'
import { Banner } from './messages.tsx'

/** A chunk failed to load: no connection, or the server has a newer version. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Rejects with a `ChunkLoadError`: a chunk that cannot be fetched is not a defect. */
export function lazyChunk<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    load().catch((cause: unknown) => {
      throw new ChunkLoadError('A part of the console could not be loaded.', { cause })
    })
}

/** Reports no failure: drawing the chunk does. */
export function preloadChunk(load: () => Promise<unknown>): void {
  load().catch(() => {})
}

/**
 * A component of another chunk: loaded when it is first drawn, when the pointer or the focus comes to an element with `near`, or by `load`.
 * React's `lazy` would suspend even once it is loaded, and hide what is around it for up to 300 ms.
 */
export function lazyComponent<P>(load: () => Promise<{ readonly default: ComponentType<P> }>) {
  let Loaded: ComponentType<P> | null = null
  let drawn: Promise<ComponentType<P>> | null = null
  const loadView = lazyChunk(async () => {
    const { default: View } = await load()
    Loaded = View
    return View
  })
  function View(props: P & Attributes): ReactNode {
    drawn ??= loadView()
    const Drawn = Loaded ?? use(drawn)
    return <Drawn {...props} />
  }
  const preload = () => preloadChunk(loadView)
  return { View, load: loadView, preloadOnHover: { onPointerEnter: preload, onFocus: preload } }
}

/** Draws its children once the chunk of their view is loaded. It is fetched after the first paint in which it is `wanted`. */
export function Fetched({
  view: { load },
  wanted = true,
  around = (message) => message,
  children,
}: Props & { view: { readonly load: () => Promise<unknown> }; wanted?: boolean }): ReactNode {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let isStill = true
    const end = () => {
      if (isStill) setReady(true)
    }
    // Drawing the view reports a failure.
    void painted().then(load).then(end, end)
    return () => {
      isStill = false
    }
  }, [load, wanted])
  return isReady && children ? <LazyBoundary around={around}>{children}</LazyBoundary> : null
}

interface Props {
  readonly children: ReactNode
  /** Wraps the message if the chunk fails. */
  readonly around?: (message: ReactNode) => ReactNode
}

export class LazyBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { children, around = (message) => message } = this.props
    const { error } = this.state
    if (error === null) return <Suspense>{children}</Suspense>
    if (!(error instanceof ChunkLoadError)) throw error
    return around(<ChunkMissing what="This part of the console" />)
  }
}

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
        The console’s server cannot be reached, or it has a newer version. Trying again reloads the console
        and keeps your filters.
      </p>
    </Banner>
  )
}

/** Resolves after the next paint. A hidden page paints nothing, so there it resolves at once. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Follows the value one paint later; null at first. */
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
