import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../api/hooks.ts'
import type { HeldBooks } from '../../books/books.ts'
import { isChallenge } from '../../contract/attestation.ts'
import { counted } from '../../contract/count-text.ts'
import { isRecent } from '../../files/about-list.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import type { PackPeriod } from '../../files/pack.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { SegmentedControl, TextField } from '../../ui/fields.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { signInHref } from '../../url/sign-in.ts'
import { type VaultChoice, writeVaults } from '../../url/statements.ts'
import { BooksNeeded, NoAnswer } from '../../work/BooksNeeded.tsx'
import { useBooksView, useEarlierPack } from '../../work/use-books.ts'
import { beginTask } from '../../work/work.ts'
import type { PackOrder } from './make-pack.ts'

interface Packed {
  readonly period: PackPeriod
  /** The vaults on screen; null, or none, where these are all. */
  readonly vaults?: VaultChoice | null
  /** The view of this period without anything that narrows it. */
  readonly link: string
}

/** Says what an audit pack of a period holds, and makes it, of all vaults or of those on screen. The tray shows how far it is. */
export function PackButton(packed: Packed) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button small icon={<Package aria-hidden />} onClick={() => setOpen(true)}>
        Audit pack
      </Button>
      {isOpen && (
        <Sheet label="Audit pack" onClose={close}>
          <BooksNeeded what="An audit pack">
            {(books) => <PackContents {...packed} books={books} onBegun={close} />}
          </BooksNeeded>
        </Sheet>
      )}
    </>
  )
}

function PackContents({
  period,
  vaults: shown = null,
  link,
  books,
  onBegun,
}: Packed & { books: HeldBooks; onBegun: () => void }) {
  const mark = useSession().data?.mark ?? null
  const location = useLocation()
  const navigate = useNavigate()
  const [extent, setExtent] = useState<'all' | 'shown'>('all')
  const [isEvidence, setEvidence] = useState(true)
  const [challenge, setChallenge] = useState('')
  const [hasFailed, setFailed] = useState(false)
  const vaults = extent === 'shown' ? shown : null
  const given = challenge.trim()
  const isUnfit = isEvidence && given !== '' && !isChallenge(given)
  const { data: scope, error, refetch } = useBooksView('pack-scope', books, vaults)
  const brought = useEarlierPack()
  const earlier = brought && brought.books.ended < books.ended ? brought : null
  if (error) return <NoAnswer error={error} onRetry={() => void refetch()} />
  const begin = async () => {
    if (mark === null) return void navigate(signInHref(location))
    const about = `${period.name}. ${scope}`
    const filter = { start_date: period.first, end_date: period.last }
    const task = { title: 'Audit pack', about, session: mark }
    const activity = { kind: 'audit-pack', format: 'zip', filter } as const
    try {
      if (isEvidence)
        await beginTask<EvidenceRequest>({
          ...{ kind: 'evidence', format: 'ZIP with evidence', ...task, activity },
          input: {
            about: {
              ...{ format: evidenceFormat, of: 'pack', link, period },
              vaults: vaults && writeVaults(vaults),
            },
            ...{ session: mark, challenge: given || null, name: 'audit-pack' },
          },
        })
      else
        await beginTask<PackOrder>({
          ...{ kind: 'pack', format: 'ZIP', ...task, activity },
          books: [books.id, ...(earlier ? [earlier.books.id] : [])],
          input: {
            ...{ format: 'zip', books: books.id, period, vaults, link, session: mark },
            earlier: earlier && { books: earlier.books.id, about: earlier.about },
          },
        })
      onBegun()
    } catch {
      setFailed(true)
    }
  }
  return (
    <div className={layout.stack}>
      {shown && (
        <SegmentedControl
          label="Vaults"
          value={extent}
          options={[
            { value: 'all', label: 'All vaults' },
            { value: 'shown', label: 'As on screen' },
          ]}
          onChange={setExtent}
        />
      )}
      <p>
        <strong>
          {period.name}.{' '}
          {scope === undefined ? <SkeletonText width="8rem" /> : <UntrustedText text={scope} />}.
        </strong>{' '}
        One ZIP file, made from the books as of <Instant iso={books.ended} />:
      </p>
      <ul>
        <li>the statement, with balances at both ends of the period</li>
        <li>
          every transaction of the period{vaults && ' and these vaults'}, out of{' '}
          {counted(books.transactions.rows, 'transaction')}
        </li>
        <li>{counted(books.whitelists.rows, 'whitelist')}, and their review</li>
        <li>the reconciliation</li>
        {earlier && (
          <li>
            what changed since <UntrustedText text={earlier.about.name} />
          </li>
        )}
        {isEvidence ? (
          <li>every answer of the service that these follow from, signed as it passed</li>
        ) : (
          <li>a README, and a signed manifest to check everything against</li>
        )}
      </ul>
      <label className={layout.line}>
        <input type="checkbox" checked={isEvidence} onChange={({ target }) => setEvidence(target.checked)} />
        With evidence: everything is read anew, one answer after the other
      </label>
      {isEvidence && (
        <TextField
          label="Challenge"
          hint="Optional. What the recipient gave you to begin the evidence with, so that it cannot be older."
          error={isUnfit ? 'Letters, digits and . : ~ + / = _ - alone, up to 128.' : null}
          value={challenge}
          onChange={({ target }) => setChallenge(target.value)}
        />
      )}
      {books.update && !isRecent(books, Date.parse(books.ended)) && (
        <p>
          Everything was last read whole at <Instant iso={books.update.whole} />, so the pack will not be
          called complete.
        </p>
      )}
      {hasFailed && <p role="alert">The part of the console that makes packs could not be loaded.</p>}
      <div>
        <Button kind="primary" disabled={scope === undefined || isUnfit} onClick={() => void begin()}>
          Make the pack
        </Button>
      </div>
    </div>
  )
}
