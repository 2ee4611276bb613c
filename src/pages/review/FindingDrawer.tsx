import { type FormEvent, useState } from 'react'
import { useAcceptFinding, useWithdrawAcceptance } from '../../api/accepted.ts'
import { useOpenPack, useSession } from '../../api/session.ts'
import type { ApiError } from '../../contract/api-error.ts'
import type { ReportColumn, ReportRow } from '../../contract/report.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { StepButtons } from '../../display/record.tsx'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { RowDetails } from '../../kits/report/ReportTableView.tsx'
import { findingColumns } from '../../reports/review/finding-columns.ts'
import { findingKinds, kindsOfFindings } from '../../reports/review/findings.ts'
import { Button } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { TextField } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Box } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'

/** A finding beside the review: why, its evidence, what to do, and its acceptance. */
export function FindingDrawer({
  row,
  onClose,
  previous,
  next,
}: {
  row: ReportRow
  onClose: () => void
  previous: () => void
  next: () => void
}) {
  const { cells, parts = [] } = row
  const kind = findingKinds.find((one) => one === cells.kind) ?? 'never-used'
  const { title, meaning, action } = kindsOfFindings[kind]
  const isPack = useOpenPack() !== null
  return (
    <Drawer
      label={title}
      heading={title}
      onClose={onClose}
      toolbar={<StepButtons noun="finding" previous={previous} next={next} />}
      // In an open pack, acceptances are its maker’s.
      footer={
        isPack ? undefined : cells.accepted_by ? (
          <Withdraw key={row.id} row={row} />
        ) : (
          <Accept key={row.id} row={row} />
        )
      }
    >
      <div className={layout.parts}>
        <p>
          <strong>{cells.severity}.</strong> <UntrustedText text={cells.because ?? null} /> {meaning}
        </p>
        <p>
          <strong>What to do:</strong> {cells.severity === 'Critical' ? criticalAction : action}
        </p>
        <Acceptance row={row} isPack={isPack} />
        {parts.map((part) => (
          <Evidence key={part.id} row={part} />
        ))}
      </div>
    </Drawer>
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

function Acceptance({ row: { cells }, isPack }: { row: ReportRow; isPack: boolean }) {
  const { accepted_by, accepted_at, accepted_reason = null } = cells
  const { accepted_before, reason_before = null, changed_since } = cells
  if (accepted_by)
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
          <p className={layout.muted}>
            The next <Link to={packsPath}>audit pack</Link> lists it with this reason.
          </p>
        )}
      </Box>
    )
  return (
    accepted_before && (
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
    )
  )
}

const packsPath: PagePath = '/packs'

function Withdraw({ row }: { row: ReportRow }) {
  const withdrawing = useWithdrawAcceptance(row.id)
  return (
    <>
      <NotChanged error={withdrawing.error} />
      <Button disabled={withdrawing.isPending} onClick={() => withdrawing.mutate(undefined)}>
        Withdraw acceptance
      </Button>
    </>
  )
}

function Accept({ row }: { row: ReportRow }) {
  const [isOpen, setOpen] = useState(false)
  const person = useSession().data?.person?.name
  const accepting = useAcceptFinding(row.id)
  const accept = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (reason !== '') accepting.mutate(reason, { onSuccess: () => announce('Accepted.') })
  }
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Accept</Button>
  return (
    <form className={layout.stack} style={{ flex: 1 }} onSubmit={accept}>
      <p className={layout.muted}>
        Accept a known risk. It reopens if its records change. Everybody who reads this account sees your
        reason, with {person === undefined ? 'the fingerprint of your key' : <UntrustedText text={person} />}.
      </p>
      <TextField label="Reason" name="reason" maxLength={1000} required autoFocus />
      <div className={layout.row}>
        <Button kind="primary" type="submit" disabled={accepting.isPending}>
          Accept
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
      <NotChanged error={accepting.error} />
    </form>
  )
}

function NotChanged({ error }: { error: ApiError | null }) {
  return error && <ErrorBanner error={error} />
}
