import type { FormEvent } from 'react'
import { useAcceptFinding, useWithdrawAcceptance } from '../../api/accepted.ts'
import { useOpenPack, useSession } from '../../api/session.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { ReportColumn, ReportRow } from '../../contract/report.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { findingColumns } from '../../reports/review/finding-columns.ts'
import { findingKinds, kindsOfFindings } from '../../reports/review/findings.ts'
import { Button, ButtonLink } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { TextField } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Box } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'
import { RowDetails } from '../report/ReportTableView.tsx'

/** A finding: why, its evidence, what to do, and its acceptance. */
export function FindingSheet({ row, onClose }: { row: ReportRow; onClose: () => void }) {
  const { cells, parts = [] } = row
  const kind = findingKinds.find((one) => one === cells.kind) ?? 'never-used'
  const { title, meaning, action } = kindsOfFindings[kind]
  const isCritical = cells.severity === 'Critical'
  return (
    <Sheet label={title} onClose={onClose} wide>
      <div className={layout.parts}>
        <p>
          <strong>{cells.severity}.</strong> <UntrustedText text={cells.because ?? null} /> {meaning}
        </p>
        <p>
          <strong>What to do:</strong> {isCritical ? criticalAction : action}
        </p>
        {parts.map((part) => (
          <Evidence key={part.id} row={part} />
        ))}
        <Acceptance row={row} />
      </div>
    </Sheet>
  )
}

const criticalAction =
  'Stop all payments to this address. Find out who chose it and who approved the payment.'

/** Only in files: on screen, names replace these ids, and the finding says why. */
const left: ReadonlySet<string> = new Set(['because', 'whitelist_id', 'resembles_id', 'transaction_ids'])

const columns: readonly ReportColumn[] = Object.entries(findingColumns).flatMap(([name, column]) =>
  left.has(name) ? [] : [{ name, ...column }],
)

function Evidence({ row }: { row: ReportRow }) {
  const { href, cells, parts = [] } = row
  const isReadable = cells.unreadable_amounts === '0'
  return (
    <>
      <div className={layout.stack}>
        <RowDetails
          row={row}
          columns={columns.filter(({ name }) => !(isReadable && name === 'unreadable_amounts'))}
        />
        {href && (
          <div>
            <Link to={href}>{linkText(href)}</Link>
          </div>
        )}
      </div>
      {parts.map((part) => (
        <Evidence key={part.id} row={part} />
      ))}
    </>
  )
}

function linkText(href: string): string {
  if (href.startsWith('/transactions')) return 'Show these transactions'
  return href.startsWith('/check') ? 'Check this address' : 'Open the whitelist'
}

function Acceptance({ row }: { row: ReportRow }) {
  const isPack = useOpenPack() !== null
  const { accepted_by, accepted_before, reason_before = null, changed_since } = row.cells
  if (accepted_by) return <Accepted row={row} isPack={isPack} />
  return (
    <>
      {accepted_before && (
        <Box label="Accepted before">
          <p>
            <strong>Accepted before.</strong> <UntrustedText text={accepted_before} />:{' '}
            <UntrustedText text={reason_before} />
          </p>
          <p>
            <strong>Changed since.</strong>{' '}
            <UntrustedText text={changed_since || 'The acceptance does not say what it was based on.'} />
          </p>
        </Box>
      )}
      {/* In an open pack, acceptances are its maker’s. */}
      {!isPack && <AcceptForm row={row} />}
    </>
  )
}

function Accepted({ row, isPack }: { row: ReportRow; isPack: boolean }) {
  const { accepted_by = null, accepted_at, accepted_reason = null } = row.cells
  const withdrawing = useWithdrawAcceptance(row.id)
  return (
    <Box label="Accepted">
      <p>
        Accepted by <UntrustedText text={accepted_by} />
        {accepted_at && (
          <>
            , <Instant iso={accepted_at} />
          </>
        )}
        : <UntrustedText text={accepted_reason} />
      </p>
      {!isPack && (
        <>
          <p className={layout.muted}>The next audit pack lists it with this reason.</p>
          <div className={layout.row}>
            <ButtonLink small to={packsPath}>
              Go to audit packs
            </ButtonLink>
            <Button small disabled={withdrawing.isPending} onClick={() => withdrawing.mutate(undefined)}>
              Withdraw acceptance
            </Button>
          </div>
        </>
      )}
      <NotChanged error={withdrawing.error} />
    </Box>
  )
}

const packsPath: PagePath = '/packs'

function AcceptForm({ row }: { row: ReportRow }) {
  const person = useSession().data?.person?.name
  const accepting = useAcceptFinding(row.id)
  const accept = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (reason !== '') accepting.mutate(reason, { onSuccess: () => announce('Accepted.') })
  }
  return (
    <Box label="Accept this finding">
      <form className={layout.stack} onSubmit={accept}>
        <p>
          Accept a known risk. It reopens if its records change. Everybody who reads this account sees your
          reason, with{' '}
          {person === undefined ? 'the fingerprint of your key' : <UntrustedText text={person} />}.
        </p>
        <TextField label="Reason" name="reason" maxLength={1000} required />
        <div>
          <Button type="submit" disabled={accepting.isPending}>
            Accept
          </Button>
        </div>
        <NotChanged error={accepting.error} />
      </form>
    </Box>
  )
}

function NotChanged({ error }: { error: Error | null }) {
  return error instanceof ApiError && <ErrorBanner error={error} />
}
