import { useSession } from '../api/session.ts'
import { serviceName } from '../contract/session.ts'
import { usePrinting } from '../ui/hooks.ts'
import styles from './records.module.css'
import { UntrustedText } from './text.tsx'

/** What a printed page is of, above all that it shows. Lines without a text are left out. */
export function PaperHead({ lines }: { lines: readonly (readonly [name: string, text: string | null])[] }) {
  return (
    <dl className={styles.paperHead} data-print="only">
      {lines.map(
        ([name, text]) =>
          text !== null &&
          text !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <UntrustedText text={text} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Of a list: the account that was read, and the order of its rows. */
export function ListPaperHead({ sorted }: { sorted: string | null }) {
  const isPrinting = usePrinting()
  const state = useSession().data
  if (!isPrinting || !state) return null
  const { service, accountId } = state
  return (
    <PaperHead
      lines={[
        ['Service', service.embedded ? embeddedService : serviceName(service)],
        ['Account', accountId],
        ['Sorted by', sorted ?? 'As listed by the service'],
      ]}
    />
  )
}

/** The id of its installation means nothing to people. */
export const embeddedService = 'Embedded service'
