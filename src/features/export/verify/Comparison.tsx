import {
  CircleCheck,
  CircleMinus,
  CirclePlus,
  GitCompareArrows,
  type LucideIcon,
  PenLine,
} from 'lucide-react'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSession } from '../../../api/hooks.ts'
import { counted, countText } from '../../../contract/count-text.ts'
import { serviceName } from '../../../contract/session.ts'
import { ReadingProgress } from '../../../list/reading/ReadingProgress.tsx'
import { ErrorBanner } from '../../../records/ErrorBanner.tsx'
import { Instant } from '../../../records/Instant.tsx'
import { usePreferences } from '../../../records/preferences.ts'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Column, DataTable } from '../../../ui/DataTable.tsx'
import { signInHref } from '../../../url/sign-in.ts'
import type { ExportFacts } from '../facts.ts'
import type { ListQuery } from '../list-export.ts'
import { listExport } from '../lists.ts'
import { type ChangedRow, type ComparedNow, mostListed } from './compare.ts'
import type { OpenExport } from './open-export.ts'
import { useComparison } from './use-comparison.ts'
import styles from './verify.module.css'

/** Reads what an export was of again, when asked, and lists what is new, gone or changed since. */
export function Comparison({ opened, query }: { opened: OpenExport; query: ListQuery }) {
  const { result, progress, failure, start, cancel } = useComparison(opened, query)
  const section = useRef<HTMLElement>(null)
  const isSignedIn = useSession().data?.signedIn ?? false
  return (
    <section ref={section} className={styles.section} aria-label="Compared with the service" tabIndex={-1}>
      <h2 className={styles.heading}>What has changed since</h2>
      <OtherService facts={opened.facts} />
      {failure && <ErrorBanner error={failure} onRetry={start} />}
      {progress ? (
        <ReadingProgress
          doing="Reading"
          count={counted(progress.far.rows, 'record')}
          progress={progress}
          onEnd={cancel}
          focusAfter={section}
        />
      ) : (
        <>
          {typeof result === 'string' ? (
            <Banner tone="danger" title={result} />
          ) : (
            result && <Compared result={result} query={query} />
          )}
          <div data-print="hide">
            {isSignedIn ? (
              <Button small icon={<GitCompareArrows aria-hidden />} onClick={start}>
                {result === undefined ? 'Compare with the service now' : 'Compare again'}
              </Button>
            ) : (
              <SignInFirst />
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** Checking needs no session, and asking the service does. */
function SignInFirst() {
  return (
    <p className={styles.note}>
      Comparing with the service asks for its records, and so for a key.{' '}
      <Link to={signInHref(useLocation())}>Sign in</Link>, and choose the file again.
    </p>
  )
}

/** That two services hold different records proves nothing. */
function OtherService({ facts: { service } }: { facts: ExportFacts }) {
  const session = useSession().data
  if (!session?.signedIn) return null
  const here = serviceName(session.service)
  if (here === service.address && session.accountId === service.account) return null
  return (
    <p className={styles.note}>
      The export is of <UntrustedText text={named(service.address, service.account)} />, and this session is
      at <UntrustedText text={named(here, session.accountId)} />.
    </p>
  )
}

function named(address: string, account: string | null): string {
  return account ? `${address}, account ${account}` : address
}

function Compared({ result, query }: { result: ComparedNow; query: ListQuery }) {
  const { compact } = usePreferences()
  const { hrefOf } = listExport(query.list)
  const { counts, same, rows, end, nameless } = result
  const total = counts.new + counts.gone + counts.changed
  return (
    <>
      {end.doubts.length > 0 && (
        <Banner
          tone="warning"
          title="The list could not be read completely, so what seems gone may still be there"
        >
          {end.doubts.map((doubt) => (
            <p key={doubt}>
              <UntrustedText text={doubt} />
            </p>
          ))}
        </Banner>
      )}
      <Box>
        <BoxTitle icon={total === 0 && <CircleCheck aria-hidden />}>
          {total === 0
            ? `Nothing has changed: ${counted(same, 'row is', 'rows are')} the same`
            : `${counted(same, 'row is', 'rows are')} the same, ${countText(counts.changed)} changed, ${countText(counts.new)} new, ${countText(counts.gone)} gone`}
        </BoxTitle>
        <BoxNote>
          Read from <Instant iso={end.begun} /> to <Instant iso={end.ended} timeOnly />. Only the columns in
          the file are compared, without the time of retrieval.
          {nameless > 0 && ` ${counted(nameless, 'row')} without an id could not be compared.`}
        </BoxNote>
      </Box>
      {rows.length > 0 && (
        <DataTable
          caption="What has changed"
          columns={changedColumns}
          rows={rows}
          rowId={({ kind, id }, index) => `${kind} ${id.join(' ')} ${index}`}
          rowHref={({ id }) => hrefOf(id)}
          rowLabel={({ kind, id }) => `${kindLooks[kind].label}: ${id.filter(Boolean).join(' · ')}`}
          compact={compact}
        />
      )}
      {total > rows.length && (
        <p className={styles.note}>The first {mostListed} of each kind are listed, and all were counted.</p>
      )}
    </>
  )
}

const kindLooks: Readonly<
  Record<ChangedRow['kind'], { readonly tone: Tone; readonly Icon: LucideIcon; readonly label: string }>
> = {
  changed: { tone: 'warning', Icon: PenLine, label: 'Changed' },
  gone: { tone: 'danger', Icon: CircleMinus, label: 'Gone' },
  new: { tone: 'info', Icon: CirclePlus, label: 'New' },
}

const changedColumns: readonly Column<ChangedRow>[] = [
  {
    id: 'id',
    header: 'Record',
    cell: ({ id }) => <UntrustedText text={id.filter(Boolean).join(' · ')} />,
    width: '26rem',
    card: 'title',
  },
  {
    id: 'kind',
    header: 'What',
    cell: ({ kind }) => {
      const { tone, Icon, label } = kindLooks[kind]
      return (
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          {label}
        </Badge>
      )
    },
    width: '8rem',
    card: 'aside',
  },
  {
    id: 'fields',
    header: 'In the file, and now',
    cell: ({ kind, fields }) => (
      <span className={styles.said}>
        {kind === 'new' && 'Not in the file'}
        {kind === 'gone' && 'No longer at the service'}
        {fields.map(({ name, before, after }) => (
          <span key={name} className={styles.field}>
            <span className={styles.note}>{name}</span> <UntrustedText text={before} fallback="nothing" />{' '}
            <span className={styles.note}>now</span> <UntrustedText text={after} fallback="nothing" />
          </span>
        ))}
      </span>
    ),
  },
]
