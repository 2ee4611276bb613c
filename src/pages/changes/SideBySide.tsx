import { amountNames } from '../../contract/normal-records.ts'
import type { ReportRow } from '../../contract/report.ts'
import { Amount } from '../../display/amounts.tsx'
import { amountLabels } from '../../display/labels.ts'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { fieldLabel } from '../../reports/changes/field-labels.ts'
import { Sheet } from '../../ui/dialogs.tsx'
import { Badge } from '../../ui/inline.tsx'
import { Link } from '../../ui/links.tsx'
import { transactionHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import styles from './changes.module.css'

/** A record before and after, with differences marked. */
export function SideBySide({
  row: { cells, parts = [] },
  asOf: [before, after],
  isCurrent,
  onClose,
}: {
  row: ReportRow
  /** ISO 8601 UTC. */
  asOf: readonly [before: string, after: string]
  /** Whether the rest of the console shows the later records. */
  isCurrent: boolean
  onClose: () => void
}) {
  const [was, is] = ['before', 'after'].map((side) => parts.find(({ id }) => id === side)?.cells)
  const names = Object.keys({ ...was, ...is }).filter(
    (name) => name !== 'change' && (was?.[name] || is?.[name]),
  )
  const href = isCurrent && is ? recordHref({ ...cells, ...is }) : null
  return (
    <Sheet label="Before and after" onClose={onClose} wide>
      <p className={styles.subject}>
        <UntrustedText text={subjectOf(cells)} />
        {href && <Link to={href}>Open the record</Link>}
      </p>
      <table className={styles.sides} aria-label="Before and after">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">
              Before, as of <Instant iso={before} />
            </th>
            <th scope="col">
              After, as of <Instant iso={after} />
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">
                {labelOfField(name)}{' '}
                {was && is && (was[name] ?? '') !== (is[name] ?? '') && <Badge tone="warning">Differs</Badge>}
              </th>
              {[was, is].map((side, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the two sides do not change places
                <td key={index}>
                  {amounts.has(name) ? (
                    <Amount value={side?.[name] ?? null} />
                  ) : (
                    <UntrustedText text={side?.[name] ?? null} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}

const amounts: ReadonlySet<string> = new Set(['amount', 'fee', ...amountNames])

function labelOfField(name: string): string {
  const amount = amountNames.find((one) => one === name)
  return amount ? amountLabels[amount].label : fieldLabel(name)
}

function subjectOf({ transaction_id, whitelist_name, vault_name, asset }: ReportRow['cells']): string {
  if (transaction_id) return `Transaction ${transaction_id}`
  if (whitelist_name) return `Whitelist ${whitelist_name}`
  return asset ? `${asset} in ${vault_name}` : `Vault ${vault_name}`
}

function recordHref({ transaction_id, whitelist_id, vault_id }: ReportRow['cells']): string | null {
  if (transaction_id) return transactionHref(transaction_id)
  if (whitelist_id) return whitelistHref(whitelist_id)
  return vault_id ? vaultHref(vault_id) : null
}
