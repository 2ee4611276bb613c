import { type FormEvent, useState } from 'react'
import { useOpenPack, useSession } from '../../api/session.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import type { ReportColumn, ReportRow } from '../../contract/report.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { notStored } from '../../ui/browser-store.ts'
import { Button, ButtonLink } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { TextField } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Box } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'
import { RowDetails } from '../report/ReportTableView.tsx'
import { acceptanceOf } from './acceptance.ts'
import { joinedAccepted, useAccepted } from './accepted-findings.ts'
import { findingColumns, findingKinds, kindsOfFindings } from './findings.ts'

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
  const { accepted, change } = useAccepted()
  const isPack = useOpenPack() !== null
  const acceptance = accepted.find((one) => one.finding === row.id)
  if (acceptance) return <Accepted acceptance={acceptance} onEnd={isPack ? null : endAcceptance} />
  const { accepted_before, reason_before = null, changed_since } = row.cells
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

  function endAcceptance(): boolean {
    return change((before) => before.filter((one) => one.finding !== row.id))
  }
}

function Accepted({
  acceptance: { by, at, reason },
  onEnd,
}: {
  acceptance: AcceptedFinding
  /** Returns false if the browser refuses. */
  onEnd: (() => boolean) | null
}) {
  const [isRefused, setRefused] = useState(false)
  return (
    <Box label="Accepted">
      <p>
        Accepted by <UntrustedText text={by} />, <Instant iso={at} />: <UntrustedText text={reason} />
      </p>
      {onEnd && (
        <>
          <p className={layout.muted}>The next audit pack lists it with this reason.</p>
          <div className={layout.row}>
            <ButtonLink small to={packsPath}>
              Go to audit packs
            </ButtonLink>
            <Button small onClick={() => setRefused(!onEnd())}>
              Withdraw acceptance
            </Button>
          </div>
        </>
      )}
      {isRefused && <p role="alert">{notStored}</p>}
    </Box>
  )
}

const packsPath: PagePath = '/packs'

function AcceptForm({ row }: { row: ReportRow }) {
  const { accepted, change } = useAccepted()
  const person = useSession().data?.person?.name
  const [isRefused, setRefused] = useState(false)
  const accept = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const text = (name: string) => String(entered.get(name) ?? '').trim()
    const [by, reason] = [text('by'), text('reason')]
    if (by === '' || reason === '') return
    const one = { ...acceptanceOf(row), by, at: new Date().toISOString(), reason }
    const isKept = change((before) => joinedAccepted(before, [one]))
    setRefused(!isKept)
    if (isKept) announce('Accepted.')
  }
  return (
    <Box label="Accept this finding">
      <form className={layout.stack} onSubmit={accept}>
        <p>
          Accept it if you know about it and it is intended. It moves to Accepted until its records change.
        </p>
        <TextField
          label="Accepted by"
          name="by"
          defaultValue={accepted.at(-1)?.by ?? person ?? ''}
          maxLength={500}
          required
        />
        <TextField label="Reason" name="reason" maxLength={1000} required />
        <div>
          <Button type="submit">Accept</Button>
        </div>
        {isRefused && <p role="alert">{notStored}</p>}
      </form>
    </Box>
  )
}
