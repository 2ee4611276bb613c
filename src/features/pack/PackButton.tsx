import Package from 'lucide-react/icons/package'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useOpenPack, useSession } from '../../api/hooks.ts'
import type { HeldBooks } from '../../books/books.ts'
import { counted } from '../../contract/count-text.ts'
import type { Valuation } from '../../contract/prices.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { useOpened } from '../../ui/use-opened.ts'
import { type VaultChoice, writeVaults } from '../../url/holdings.ts'
import { signInHref } from '../../url/sign-in.ts'
import { BooksNeeded, NoAnswer } from '../../work/BooksNeeded.tsx'
import { useBooksView } from '../../work/use-books.ts'
import { beginTask } from '../../work/work.ts'
import { ChallengeField, isChallengeText } from '../evidence/index.ts'
import type { PackPeriod } from './pack-parts.ts'

interface Packed {
  readonly period: PackPeriod
  /** The vaults on screen; null, or none, where these are all. */
  readonly vaults?: VaultChoice | null
  /** With the prices of both its ends; null where the operator has none. */
  readonly valuation: Valuation | null
  /** The view of this period without anything that narrows it. */
  readonly link: string
}

/** Says what an audit pack of a period holds, and makes it, of all vaults or of those on screen. The tray shows how far it is. */
export function PackButton(packed: Packed) {
  const [isOpen, setOpen] = useOpened('pack')
  const close = () => setOpen(false)
  // Everything is read anew for it, and an open pack has nobody to ask.
  if (useOpenPack()) return null
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
  valuation,
  link,
  books,
  onBegun,
}: Packed & { books: HeldBooks; onBegun: () => void }) {
  const mark = useSession().data?.mark ?? null
  const location = useLocation()
  const navigate = useNavigate()
  const [extent, setExtent] = useState<'all' | 'shown'>('all')
  const [challenge, setChallenge] = useState('')
  const [hasFailed, setFailed] = useState(false)
  const vaults = extent === 'shown' ? shown : null
  const { data: scope, error, refetch } = useBooksView('pack-scope', books, vaults)
  if (error) return <NoAnswer error={error} onRetry={() => void refetch()} />
  const begin = async () => {
    if (mark === null) return void navigate(signInHref(location))
    const filter = { start_date: period.first, end_date: period.last }
    try {
      await beginTask<EvidenceRequest>({
        ...{ kind: 'evidence', title: 'Audit pack', format: 'ZIP', session: mark },
        about: `${period.name}. ${scope}`,
        activity: { kind: 'audit-pack', format: 'zip', filter },
        input: {
          about: {
            ...{ format: evidenceFormat, of: 'pack', link, period },
            vaults: vaults && writeVaults(vaults),
          },
          ...{
            inputs: valuation ? { prices: valuation } : {},
            session: mark,
            challenge: challenge.trim() || null,
            name: 'audit-pack',
          },
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
        One ZIP file, for which everything is read anew, one answer after the other:
      </p>
      <ul>
        <li>the statement, with balances {valuation && 'and values '}at both ends of the period</li>
        <li>
          every transaction of the period{vaults && ' and these vaults'}, out of about{' '}
          {counted(books.transactions.rows, 'transaction')}
        </li>
        <li>{counted(books.whitelists.rows, 'whitelist')}, and their review</li>
        <li>the reconciliation</li>
        <li>
          every answer of the service that these follow from, signed as it passed: all records of the account
          {vaults && ', of other vaults too'}
        </li>
      </ul>
      <ChallengeField value={challenge} onChange={setChallenge} />
      {hasFailed && <p role="alert">The part of the console that makes packs could not be loaded.</p>}
      <div>
        <Button
          kind="primary"
          disabled={scope === undefined || !isChallengeText(challenge)}
          onClick={() => void begin()}
        >
          Make the pack
        </Button>
      </div>
    </div>
  )
}
