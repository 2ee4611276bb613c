import type { ApiError } from '../api/api-error.ts'
import { Banner } from '../ui/Banner.tsx'

/** Says that the service sent far more than the page that it was asked for. Nothing of it is lost: the pages after this one hold it. */
export function Excess({ error }: { error: ApiError }) {
  return (
    <Banner tone="warning" title="The service sent far more rows than requested">
      <p>{error.failure.details} This page shows the rows that belong on it. Turn the page for the rest.</p>
    </Banner>
  )
}
