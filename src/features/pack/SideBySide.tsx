import { Link } from 'react-router-dom'
import type { HeldBooks } from '../../books/books.ts'
import { Amount } from '../../records/amounts.tsx'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { Badge } from '../../ui/inline.tsx'
import styles from './changes.module.css'
import type { Sides } from './sides.ts'

/** A record in the earlier and in the later books, with what differs marked. */
export function SideBySide({
  sides: { title, rows, href },
  books: [before, after],
  isCurrent,
  onClose,
}: {
  sides: Sides
  books: readonly [HeldBooks, HeldBooks]
  /** Whether the rest of the console shows the later books. */
  isCurrent: boolean
  onClose: () => void
}) {
  return (
    <Sheet label="Before and after" onClose={onClose} wide>
      <p className={styles.subject}>
        <UntrustedText text={title} />
        {href && isCurrent && <Link to={href}>Open the record</Link>}
      </p>
      <table className={styles.sides} aria-label="Before and after">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">
              Before, as of <Instant iso={before.ended} />
            </th>
            <th scope="col">
              After, as of <Instant iso={after.ended} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, before, after, isAmount, differs }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a record neither move nor go, and some have the same label
            <tr key={index}>
              <th scope="row">
                <UntrustedText text={label} /> {differs && <Badge tone="warning">Differs</Badge>}
              </th>
              <td>
                <Value text={before} isAmount={isAmount} />
              </td>
              <td>
                <Value text={after} isAmount={isAmount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}

function Value({ text, isAmount }: { text: string | null; isAmount: boolean }) {
  return isAmount ? <Amount value={text} /> : <UntrustedText text={text} />
}
