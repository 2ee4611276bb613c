import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import { type ExportFacts, factsFileName } from '../../files/facts.ts'
import { Amount } from '../../records/amounts.tsx'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText, untrustedText } from '../../records/text.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type Column, useDataTable } from '../../ui/data-table.ts'
import { Badge, classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Box, BoxNote, BoxTitle } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { viewLink } from '../../url/view-link.ts'
import type { CheckedFile, CheckedPack } from './check-task.ts'
import { OpenBooks } from './OpenBooks.tsx'
import { type PackPart, type PackVerdict, packStatements } from './pack-verdict.ts'
import { caveatOf, serviceText } from './signature.ts'
import {
  type Comparison,
  comparisonLabels,
  type ExportVerdict,
  type Figure,
  isAsWritten,
  isDifferent,
} from './verdict.ts'
import styles from './verify.module.css'

export default function Results({ results }: { results: readonly CheckedFile[] }) {
  const [only, ...others] = results
  if (only && others.length === 0) return <ResultView result={only} />
  return (
    <>
      <p className={layout.heading}>{resultText(results)}</p>
      {results.map((result, index) => (
        <FoldedFile
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells files apart that are called alike, and they stay
          key={index}
          name={result.name}
          agrees={result.kind === 'unchecked' ? null : isAsWritten(result)}
          note={resultText([result])}
        >
          {result.kind !== 'unchecked' && <ResultView result={result} />}
        </FoldedFile>
      ))}
    </>
  )
}

/** One sentence without its full stop. */
export function resultText(results: readonly CheckedFile[]): string {
  const [only, ...others] = results
  if (only && others.length === 0)
    return only.kind === 'unchecked' ? only.sentence.replace(/\.$/, '') : only.headline
  const good = results.filter((each) => each.kind !== 'unchecked' && isAsWritten(each)).length
  return `${countText(good)} of ${countText(results.length)} exports match their facts`
}

function ResultView({ result }: { result: CheckedFile }) {
  if (result.kind === 'export') return <ExportResult verdict={result} />
  if (result.kind === 'pack') return <PackResult verdict={result} />
  return (
    <Banner tone="danger" title={<UntrustedText text={result.name} />}>
      <p>
        <UntrustedText text={result.sentence} />
      </p>
    </Banner>
  )
}

/** Shows only the name and verdict until it is opened. */
function FoldedFile({
  name,
  agrees,
  note,
  children,
}: {
  name: string
  agrees: boolean | null
  note: string
  children: ReactNode
}) {
  const summary = (
    <>
      <VerdictBadge agrees={agrees} />
      <span className={styles.name}>
        <UntrustedText text={name} />
      </span>
      <span className={layout.muted}>
        <UntrustedText text={note} />
      </span>
    </>
  )
  if (!children) return <div className={classes(styles.one, layout.row, styles.summary)}>{summary}</div>
  return (
    <details className={styles.one} open={agrees === false}>
      <summary className={classes(layout.row, styles.summary)}>{summary}</summary>
      <div className={classes(layout.parts, styles.body)}>{children}</div>
    </details>
  )
}

function ExportResult({ verdict }: { verdict: ExportVerdict }) {
  const { comparisons, figures, facts } = verdict
  const { compact } = usePreferences()
  const table = useDataTable({ columns: comparisonColumns, data: comparisons, getRowId: ({ name }) => name })
  return (
    <>
      <Section label="Result">
        <Headline verdict={verdict} />
        <DataTable caption="Facts and file" table={table} compact={compact} />
        <Figures figures={figures} />
        <Digests verdict={verdict} of={comparisonLabels.digest} />
      </Section>
      <Section label="Facts" heading="What the facts say">
        <Facts facts={facts} />
      </Section>
    </>
  )
}

/** Leaves out facts files without faults: they are read with their exports. */
function PackResult({ verdict }: { verdict: CheckedPack }) {
  const { faults, manifest, parts, voucher } = verdict
  const isShown = ({ name, faults: own }: PackPart) => own.length > 0 || !name.endsWith(factsFileName(''))
  return (
    <>
      <Section label="Result">
        <Headline verdict={verdict} />
        <Sentences of={[...faults, ...(voucher.state === 'known' ? [] : [voucher.found])]} />
        <Digests verdict={verdict} of="SHA-256 of the pack" />
      </Section>
      <OpenBooks pack={verdict} />
      <Section label="What the pack says of itself" heading="What the pack says of itself">
        <Sentences of={packStatements(manifest)} />
      </Section>
      <Section label="Files of the pack" heading="Files of the pack">
        {parts.filter(isShown).map(({ name, what, faults: own, verdict: found }) => (
          <FoldedFile
            key={name}
            name={name}
            agrees={own.length === 0}
            note={own.join(' ') || `${what}${found?.outcome === 'incomplete' ? ` ${found.state}` : ''}`}
          >
            {found && <ExportResult verdict={found} />}
          </FoldedFile>
        ))}
      </Section>
    </>
  )
}

function Section({ label, heading, children }: { label: string; heading?: string; children: ReactNode }) {
  return (
    <section className={layout.parts} aria-label={label}>
      {heading && <h2 className={layout.heading}>{heading}</h2>}
      {children}
    </section>
  )
}

function Headline({
  verdict: { name, headline, outcome, voucher },
}: {
  verdict: ExportVerdict | PackVerdict
}) {
  const title = <UntrustedText text={headline} />
  return outcome === 'complete' ? (
    <Box>
      <BoxTitle icon={voucher.state === 'known' && <CircleCheck aria-hidden />}>{title}</BoxTitle>
      <BoxNote>
        <UntrustedText text={name} />
      </BoxNote>
    </Box>
  ) : (
    <Banner tone={outcome === 'wrong' ? 'danger' : 'warning'} title={title}>
      <p>
        <UntrustedText text={name} />
      </p>
    </Banner>
  )
}

function Digests({ verdict, of }: { verdict: ExportVerdict | PackVerdict; of: string }) {
  return (
    <>
      {Object.entries({ [of]: verdict.sha256, 'SHA-256 of the facts': verdict.factsSha256 }).map(
        ([name, digest]) => (
          <div key={name} className={styles.noted}>
            <span className={layout.muted}>{name}</span>
            <FullIdentifier text={digest} />
          </div>
        ),
      )}
      <p className={layout.muted}>{caveatOf(verdict.voucher)}</p>
    </>
  )
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.sentences}>
      {of.map((sentence) => (
        <li key={sentence}>
          <UntrustedText text={sentence} />
        </li>
      ))}
    </ul>
  )
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  const { compact } = usePreferences()
  const shown = useMemo(
    () =>
      figures
        .toSorted((one, other) => Number(isDifferent(other)) - Number(isDifferent(one)))
        .slice(0, mostFigures),
    [figures],
  )
  const table = useDataTable({
    columns: figureColumns,
    data: shown,
    getRowId: ({ of, what }) => `${of} ${what}`,
  })
  if (shown.length === 0) return null
  return (
    <details className={classes(layout.stack, styles.details)} open={shown.some(isDifferent)}>
      <summary>Control totals, one by one</summary>
      <DataTable caption={comparisonLabels.totals} table={table} compact={compact} />
      {figures.length > shown.length && (
        <p className={layout.muted}>
          {countText(shown.length)} of {countText(figures.length)} figures, those that differ first. All were
          compared.
        </p>
      )}
    </details>
  )
}

const mostFigures = 500

function VerdictBadge({ agrees }: { agrees: boolean | null }) {
  const { tone, Icon, text } = looks[`${agrees}`]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {text}
    </Badge>
  )
}

const looks: Readonly<
  Record<`${boolean | null}`, { readonly tone: Tone; readonly Icon: LucideIcon; readonly text: string }>
> = {
  true: { tone: 'success', Icon: CircleCheck, text: 'Agrees' },
  false: { tone: 'danger', Icon: CircleX, text: 'Differs' },
  null: { tone: 'neutral', Icon: CircleDashed, text: 'Not checked' },
}

function FoundText({ text }: { text: string }) {
  return (
    <span className={styles.said}>
      {/^[0-9a-f]{64}$/.test(text) ? <FullIdentifier text={text} /> : <UntrustedText text={text} />}
    </span>
  )
}

const comparisonColumns: readonly Column<Comparison>[] = [
  { id: 'check', header: 'What', cell: ({ row }) => comparisonLabels[row.original.name], size: 176 },
  {
    id: 'verdict',
    header: 'Verdict',
    cell: ({ row }) => <VerdictBadge agrees={row.original.agrees} />,
    size: 128,
    meta: { card: 'aside' },
  },
  { id: 'stated', header: 'The facts say', cell: ({ row }) => <FoundText text={row.original.stated} /> },
  { id: 'found', header: 'Found', cell: ({ row }) => <FoundText text={row.original.found} /> },
]

const figureColumns: readonly Column<Figure>[] = [
  {
    id: 'of',
    header: 'Group',
    cell: ({ row }) => untrustedText(row.original.of || 'All rows'),
    size: 320,
  },
  { id: 'what', header: 'Figure', cell: ({ row }) => untrustedText(row.original.what), size: 144 },
  {
    id: 'verdict',
    header: 'Verdict',
    cell: ({ row }) => <VerdictBadge agrees={!isDifferent(row.original)} />,
    size: 128,
    meta: { card: 'aside' },
  },
  {
    id: 'stated',
    header: 'The facts say',
    cell: ({ row }) => <Amount value={row.original.stated} />,
    meta: { align: 'end' },
  },
  {
    id: 'found',
    header: 'Found',
    cell: ({ row }) => <Amount value={row.original.found} />,
    meta: { align: 'end' },
  },
]

/** The facts that a file cannot show itself: what was asked of which service, and when. */
function Facts({ facts }: { facts: ExportFacts }) {
  const { asked, service, begun, ended, pinned_end_date: pinned, application, reasons, remarks } = facts
  const query = new URLSearchParams(asked.parameters).toString()
  const link = viewLink(asked.link)
  const texts = {
    Service: serviceText(service),
    Read: `${begun} to ${ended}`,
    'End date set': pinned === null ? '' : `${pinned}, so that nothing newer came in`,
    How: readText(facts),
    Dates: datesText(facts),
    'Why it is not complete': reasons.join('\n'),
    Remarks: remarks.join('\n'),
    'Written by': `${application.name} ${application.version}`,
  }
  return (
    <DescriptionList>
      <DescriptionItem term="Asked" wide>
        <UntrustedText text={`GET ${asked.endpoint}${query && `?${query}`} `} />
        {link !== null && <Link to={link}>Open this view now</Link>}
      </DescriptionItem>
      {Object.entries(texts).map(
        ([term, text]) =>
          text !== '' && (
            <DescriptionItem key={term} term={term} wide={text.length > mostBeside}>
              <UntrustedText text={text} />
            </DescriptionItem>
          ),
      )}
    </DescriptionList>
  )
}

/** In characters. A longer value has its own line. */
const mostBeside = 60

function readText({ read: { records, pages, passes, repairs, late }, dates }: ExportFacts): string {
  return [
    `${counted(records, 'record')} in ${counted(pages, 'page')}, read ${counted(passes, 'time')}`,
    ...(dates?.second_reading ? ['read day by day before, with the same records'] : []),
    ...(repairs > 0 ? [`the list moved ${counted(repairs, 'time')}, and reading followed it`] : []),
    ...(late > 0 ? [`${counted(late, 'record')} found only when it was read again`] : []),
  ].join('; ')
}

function datesText({ dates }: ExportFacts): string {
  if (!dates) return ''
  const { rule, requests, undated, reasons } = dates
  const without = undated === 0 ? [] : [`${counted(undated, 'record has', 'records have')} none.`, ...reasons]
  return [rule, `Found with ${counted(requests, 'request')}.`, ...without].join(' ')
}
