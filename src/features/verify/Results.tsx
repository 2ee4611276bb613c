import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { counted, countText } from '../../contract/count-text.ts'
import { type ExportFacts, factsFileName } from '../../files/facts.ts'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { Badge, classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Box } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { viewLink } from '../../url/view-link.ts'
import { ReportTableView } from '../report/index.ts'
import type { ReportTable, ReportTone } from '../report/logic.ts'
import type { CheckedFile } from './check-task.ts'
import { EvidenceResult, evidenceHeadline } from './EvidenceResult.tsx'
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
          agrees={result.kind === 'unchecked' ? null : isGood(result)}
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
    return only.kind === 'unchecked' ? only.sentence.replace(/\.$/, '') : headlineOf(only)
  const good = results.filter((each) => each.kind !== 'unchecked' && isGood(each)).length
  return `${countText(good)} of ${countText(results.length)} files are as they were made`
}

type Readable = Exclude<CheckedFile, { kind: 'unchecked' }>

function headlineOf(result: Readable): string {
  return result.kind === 'evidence' ? evidenceHeadline(result.verdict) : result.headline
}

function isGood(result: Readable): boolean {
  return result.kind === 'evidence' ? result.verdict.faults.length === 0 : isAsWritten(result)
}

function ResultView({ result }: { result: CheckedFile }) {
  if (result.kind === 'export') return <ExportResult verdict={result} />
  if (result.kind === 'pack') return <PackResult verdict={result} />
  if (result.kind === 'evidence') return <EvidenceResult checked={result} />
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
  const verdict = verdicts[`${agrees}`]
  const summary = (
    <>
      <Badge tone={verdict.badge}>{verdict.text}</Badge>
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
  const checks = useMemo(() => checksTable(comparisons), [comparisons])
  const totals = useMemo(() => totalsTable(figures), [figures])
  return (
    <>
      <Section label="Result">
        <Headline verdict={verdict} />
        <ReportTableView table={checks} />
        {figures.length > 0 && (
          <details className={classes(layout.stack, styles.details)} open={figures.some(isDifferent)}>
            <summary>Control totals, one by one</summary>
            <ReportTableView table={totals} />
          </details>
        )}
        <Digests verdict={verdict} of={comparisonLabels.digest} />
      </Section>
      <Section label="Verification file" heading="What the verification file says">
        <Facts facts={facts} />
      </Section>
    </>
  )
}

/** Leaves out facts files without faults: they are read with their exports. */
function PackResult({ verdict }: { verdict: PackVerdict }) {
  const { faults, manifest, parts, voucher } = verdict
  const isShown = ({ name, faults: own }: PackPart) => own.length > 0 || !name.endsWith(factsFileName(''))
  return (
    <>
      <Section label="Result">
        <Headline verdict={verdict} />
        <Sentences of={[...faults, ...(voucher.state === 'known' ? [] : [voucher.found])]} />
        <Digests verdict={verdict} of="SHA-256 of the pack" />
      </Section>
      <OpenBooks pack={verdict} account={verdict.manifest.account} />
      <Section label="What the pack says about itself" heading="What the pack says about itself">
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

function Headline({ verdict }: { verdict: ExportVerdict | PackVerdict }) {
  const { name, headline, outcome, voucher } = verdict
  const title = titleOf(verdict)
  const details = (
    <>
      <p className={styles.headline}>
        <UntrustedText text={headline} />
      </p>
      <p className={layout.muted}>
        <UntrustedText text={name} />
      </p>
    </>
  )
  return outcome === 'complete' ? (
    <Box>
      <div className={classes(layout.row, layout.heading)}>
        {voucher.state === 'known' && <CircleCheck className={layout.good} aria-hidden />}
        <p>{title}</p>
      </div>
      {details}
    </Box>
  ) : (
    <Banner tone={outcome === 'wrong' ? 'danger' : 'warning'} title={title}>
      {details}
    </Banner>
  )
}

function titleOf({ kind, outcome, voucher }: ExportVerdict | PackVerdict): string {
  if (outcome === 'wrong') return 'Not verified'
  const isSigned = voucher.state === 'known'
  if (isSigned && outcome === 'complete') return 'Verified: unchanged since it was signed'
  const what = kind === 'pack' ? 'manifest' : 'verification file'
  const unchanged = isSigned ? 'Unchanged since it was signed' : `Matches its ${what}`
  const doubts = [
    ...(outcome === 'incomplete' ? ['it is not proved complete'] : []),
    ...(isSigned ? [] : ['no signature proves it']),
  ]
  return [unchanged, ...(doubts.length > 0 ? [`but ${doubts.join(', and ')}`] : [])].join(', ')
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

const verdicts: Readonly<
  Record<`${boolean | null}`, { readonly text: string; readonly tone: ReportTone; readonly badge: Tone }>
> = {
  true: { text: 'Agrees', tone: 'good', badge: 'success' },
  false: { text: 'Differs', tone: 'bad', badge: 'danger' },
  null: { text: 'Not checked', tone: 'neutral', badge: 'neutral' },
}

const statedLabel = 'The verification file says'

function checksTable(comparisons: readonly Comparison[]): ReportTable {
  return {
    name: 'checks',
    title: 'Checks',
    columns: [
      { name: 'check', label: 'What', kind: 'text' },
      { name: 'verdict', label: 'Verdict', kind: 'verdict' },
      { name: 'stated', label: statedLabel, kind: 'sentence' },
      { name: 'found', label: 'Found', kind: 'sentence' },
    ],
    rows: comparisons.map(({ name, agrees, stated, found }) => {
      const { text, tone } = verdicts[`${agrees}`]
      return { id: name, tone, cells: { check: comparisonLabels[name], verdict: text, stated, found } }
    }),
  }
}

/** Those that differ come first. */
function totalsTable(figures: readonly Figure[]): ReportTable {
  const inOrder = figures.toSorted((one, other) => Number(isDifferent(other)) - Number(isDifferent(one)))
  return {
    name: 'totals',
    title: comparisonLabels.totals,
    columns: [
      { name: 'of', label: 'Group', kind: 'text' },
      { name: 'what', label: 'Figure', kind: 'text' },
      { name: 'verdict', label: 'Verdict', kind: 'verdict' },
      { name: 'stated', label: statedLabel, kind: 'amount' },
      { name: 'found', label: 'Found', kind: 'amount' },
    ],
    rows: inOrder.map((figure) => {
      const { of, what, stated, found } = figure
      const { text, tone } = verdicts[`${!isDifferent(figure)}`]
      return {
        id: `${of} ${what}`,
        tone,
        cells: { of: of || 'All rows', what, verdict: text, stated, found },
      }
    }),
  }
}

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
      <DescriptionItem term="Asked for" wide>
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

function readText({ read: { records, pages, passes, repairs, late } }: ExportFacts): string {
  return [
    `${counted(records, 'record')} in ${counted(pages, 'page')}, read ${counted(passes, 'time')}`,
    ...(repairs > 0 ? [`the list changed ${counted(repairs, 'time')} while it was read`] : []),
    ...(late > 0 ? [`${counted(late, 'record')} found only in a later reading`] : []),
  ].join('; ')
}

function datesText({ dates }: ExportFacts): string {
  if (!dates) return ''
  const { rule, requests, undated, reasons } = dates
  const without = undated === 0 ? [] : [`${counted(undated, 'record has', 'records have')} none.`, ...reasons]
  return [rule, `Found with ${counted(requests, 'request')}.`, ...without].join(' ')
}
