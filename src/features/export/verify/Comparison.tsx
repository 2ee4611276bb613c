import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CirclePlus from 'lucide-react/icons/circle-plus'
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import PenLine from 'lucide-react/icons/pen-line'
import { useId, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ApiError } from '../../../api/api-error.ts'
import { useSession } from '../../../api/hooks.ts'
import { serviceName } from '../../../contract/session.ts'
import { ReadingProgress } from '../../../list/reading/ReadingProgress.tsx'
import type { Position, ReadingControl } from '../../../list/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../../list/reading/use-reading.ts'
import { ErrorBanner } from '../../../records/ErrorBanner.tsx'
import { Instant } from '../../../records/Instant.tsx'
import { usePreferences } from '../../../records/preferences.ts'
import { UntrustedText, untrustedText } from '../../../records/UntrustedText.tsx'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Column, DataTable } from '../../../ui/DataTable.tsx'
import { signInHref } from '../../../url/sign-in.ts'
import type { ExportFacts } from '../facts.ts'
import type { ListQuery } from '../list-export.ts'
import { listExport } from '../lists.ts'
import { type ChangedRow, type ComparedNow, compareNow, mostListed } from './compare.ts'
import { UnreadableFile } from './file-faults.ts'
import type { OpenExport } from './open-export.ts'
import styles from './verify.module.css'
import * as words from './words.ts'

/** Reads what an export was of again, when asked, and lists what is new, gone or changed since. */
export function Comparison({ opened, query }: { opened: OpenExport; query: ListQuery }) {
  const { result, progress, failure, start, cancel } = useComparison(opened, query)
  const section = useRef<HTMLElement>(null)
  const isSignedIn = useSession().data?.signedIn ?? false
  return (
    <section ref={section} className={styles.section} aria-label={words.comparison} tabIndex={-1}>
      <h2 className={styles.heading}>{words.changedSince}</h2>
      <OtherService facts={opened.facts} />
      {failure && <ErrorBanner error={failure} onRetry={start} />}
      {progress ? (
        <ReadingProgress
          doing={words.reading}
          count={words.records(progress.position.rows)}
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
                {result === undefined ? words.compare : words.compareAgain}
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
      {words.signInFirst} <Link to={signInHref(useLocation())}>{words.signIn}</Link>, {words.thenChoose}
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
      {words.exportFrom} <UntrustedText text={words.serviceAndAccount(service)} />; {words.sessionAt}{' '}
      <UntrustedText text={words.serviceAndAccount({ address: here, account: session.accountId })} />.
    </p>
  )
}

function Compared({ result, query }: { result: ComparedNow; query: ListQuery }) {
  const { compact } = usePreferences()
  const { hrefOf } = listExport(query.list)
  const { counts, same, rows, end, nameless } = result
  const total = counts.new + counts.gone + counts.changed
  return (
    <>
      {end.doubts.length > 0 && (
        <Banner tone="warning" title={words.unproved}>
          {end.doubts.map((doubt) => (
            <p key={doubt}>
              <UntrustedText text={doubt} />
            </p>
          ))}
        </Banner>
      )}
      <Box>
        <BoxTitle icon={total === 0 && <CircleCheck aria-hidden />}>
          {words.changeCounts(same, counts)}
        </BoxTitle>
        <BoxNote>
          {words.readFrom} <Instant iso={end.begun} /> {words.to} <Instant iso={end.ended} timeOnly />.{' '}
          {words.onlyColumns}
          {nameless > 0 && ` ${words.withoutId(nameless)}`}
        </BoxNote>
      </Box>
      {rows.length > 0 && (
        <DataTable
          caption={words.changes}
          columns={changedColumns}
          rows={rows}
          rowId={({ kind, id }, index) => `${kind} ${id.join(' ')} ${index}`}
          rowHref={({ id }) => hrefOf(id)}
          rowLabel={({ kind, id }) => `${words.kinds[kind]}: ${id.filter(Boolean).join(' · ')}`}
          compact={compact}
        />
      )}
      {total > rows.length && <p className={styles.note}>{words.onlyFirst(mostListed)}</p>}
    </>
  )
}

const kindLooks: Readonly<Record<ChangedRow['kind'], { readonly tone: Tone; readonly Icon: LucideIcon }>> = {
  changed: { tone: 'warning', Icon: PenLine },
  gone: { tone: 'danger', Icon: CircleMinus },
  new: { tone: 'info', Icon: CirclePlus },
}

const changedColumns: readonly Column<ChangedRow>[] = [
  {
    id: 'id',
    header: words.record,
    cell: ({ id }) => untrustedText(id.filter(Boolean).join(' · ')),
    width: '26rem',
    card: 'title',
  },
  {
    id: 'kind',
    header: words.change,
    cell: ({ kind }) => {
      const { tone, Icon } = kindLooks[kind]
      return (
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          {words.kinds[kind]}
        </Badge>
      )
    },
    width: '8rem',
    card: 'aside',
  },
  {
    id: 'fields',
    header: words.beforeAndNow,
    cell: ({ kind, fields }) => (
      <span className={styles.said}>
        {kind === 'new' && words.notInFile}
        {kind === 'gone' && words.notAtService}
        {fields.map(({ name, before, after }) => (
          <span key={name} className={styles.field}>
            <span className={styles.note}>{name}</span> <UntrustedText text={before} fallback={words.empty} />{' '}
            <span className={styles.note}>{words.now}</span>{' '}
            <UntrustedText text={after} fallback={words.empty} />
          </span>
        ))}
      </span>
    ),
  },
]

/** What comparing came to; or a sentence that says why the file cannot be read any more. */
export type Compared = ComparedNow | string

/** Compares an export with the service when the reader asks for it. Nothing of it is kept: the file is not either. */
function useComparison(opened: OpenExport, query: ListQuery): UseReading<Position, Compared> {
  const id = useId()
  return useReading({
    queryKey: ['comparison', id],
    beginning,
    read: (control) => read(opened, query, control),
    sentence: (compared) => (typeof compared === 'string' ? compared.replace(/\.$/, '') : words.compared),
    isForgotten: true,
  })
}

async function read(
  opened: OpenExport,
  query: ListQuery,
  { session, onProgress, ...control }: ReadingControl<Position>,
): Promise<Compared> {
  try {
    return await compareNow(opened, query, {
      ...control,
      session: session.mark,
      onProgress: (rows) => onProgress({ rows }),
    })
  } catch (error) {
    if (error instanceof ApiError || control.signal.aborted) throw error
    return error instanceof UnreadableFile ? error.message : words.unreadable
  }
}

const beginning: Position = { rows: 0 }
