import { type ComponentProps, Suspense } from 'react'
import type { ApiError } from '../contract/api-error.ts'
import { Button } from '../ui/buttons.tsx'
import { LazyBoundary, lazyComponent, preloadChunk } from '../ui/lazy.tsx'
import { Banner } from '../ui/messages.tsx'

const load = () => import('./explained-error.tsx')
const banner = lazyComponent(async () => ({ default: (await load()).ExplainedError }))
const title = lazyComponent(async () => ({ default: (await load()).ErrorTitle }))

/** While there is a network: an error may be that there is none. */
export function preloadErrorTexts(): void {
  preloadChunk(load)
}

/** A failed request: what happened, what to do, the details, and the action that fits. Over an older reading it is a line that opens to the rest. */
export function ErrorBanner(props: ComponentProps<typeof banner.View>) {
  const isUnreachable = props.error.failure.kind === 'unreachable'
  return (
    <LazyBoundary around={(message) => (isUnreachable ? <NoConnection onRetry={props.onRetry} /> : message)}>
      <banner.View {...props} />
    </LazyBoundary>
  )
}

/** Where the network went before its own words were there. */
function NoConnection({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <Banner
      tone="danger"
      title="No connection"
      actions={
        onRetry && (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  )
}

export function FailureTitle({ error }: { error: ApiError }) {
  return (
    <LazyBoundary around={() => titleWithoutWords(error)}>
      <Suspense fallback={titleWithoutWords(error)}>
        <title.View error={error} />
      </Suspense>
    </LazyBoundary>
  )
}

/** Until the words are loaded, and where they could not be, which need not mean that there is no connection. */
export function titleWithoutWords({ failure: { kind, code } }: ApiError): string {
  if (kind === 'unreachable') return 'No connection'
  return code === '' ? 'The request failed' : `The request failed with ${code}`
}
