import { Button } from '../ui/buttons.tsx'
import { Banner } from '../ui/messages.tsx'

/** Why headers offer no sorting. */
export const whyNotSorted = 'The service cannot sort. Narrow the filters until everything is on one page.'

/** Says that the rows are not in the order that the link asks for. */
export function SortNotice({ column, onRemove }: { column: string; onRemove: () => void }) {
  return (
    <Banner
      tone="info"
      title={`Not sorted by ${column}`}
      actions={
        <Button small onClick={onRemove}>
          Remove the sorting
        </Button>
      }
    >
      <p>{whyNotSorted} Until then the rows are in the service’s own order.</p>
    </Banner>
  )
}
