import { Banner } from '../../ui/messages.tsx'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'

/** In place of what only all records can tell: how far they are read, or why they do not tell it. */
export default function NeedsRecords({ what }: { what: string }) {
  return (
    <BooksNeeded what={what}>
      {() => (
        <Banner tone="warning" title="Not all transactions could be read">
          <p>
            {what} needs all of them. Until then, use one value for each filter, and neither amounts nor
            words.
          </p>
        </Banner>
      )}
    </BooksNeeded>
  )
}
