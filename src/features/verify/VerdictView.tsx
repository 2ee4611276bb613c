import CircleCheck from 'lucide-react/icons/circle-check'
import { Link } from 'react-router-dom'
import { type ExportFacts, factsFileName } from '../../files/facts.ts'
import { FullIdentifier } from '../../records/Identifier.tsx'
import { Instant } from '../../records/Instant.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { classes } from '../../ui/classes.ts'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { viewLink } from '../../url/view-link.ts'
import { ComparisonTables, VerdictBadge } from './ComparisonTables.tsx'
import type { PackPart, PackVerdict } from './pack-verdict.ts'
import type { ExportVerdict, Verdict } from './verdict.ts'
import styles from './verify.module.css'
import { caveatOf, comparisonWords, packWords, serviceText, pageWords as words } from './words.ts'

/** What checking one export came to, and what its facts say. */
export function ExportVerdictView({ verdict }: { verdict: ExportVerdict }) {
  const { comparisons, figures, facts } = verdict
  return (
    <>
      <section className={styles.section} aria-label={words.result}>
        <Headline verdict={verdict} />
        <ComparisonTables comparisons={comparisons} figures={figures} />
        <Digests verdict={verdict} of={comparisonWords.labels.digest} />
      </section>
      <section className={styles.section} aria-label={words.facts}>
        <h2 className={styles.heading}>{words.factsHeading}</h2>
        <Facts facts={facts} />
      </section>
    </>
  )
}

/** What checking an audit pack came to: one verdict, what the pack says of itself, and each of its files. */
export function PackVerdictView({ verdict }: { verdict: PackVerdict }) {
  const { faults, manifest, parts } = verdict
  return (
    <>
      <section className={styles.section} aria-label={words.result}>
        <Headline verdict={verdict} />
        <Sentences of={[...faults, verdict.voucher.found]} />
        <Digests verdict={verdict} of={words.packDigest} />
      </section>
      <section className={styles.section} aria-label={words.packSays}>
        <h2 className={styles.heading}>{words.packSays}</h2>
        <Sentences of={packWords.statements(manifest)} />
      </section>
      <section className={styles.section} aria-label={words.packFiles}>
        <h2 className={styles.heading}>{words.packFiles}</h2>
        {parts.filter(isShown).map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </section>
    </>
  )
}

/** Facts are read with their file. */
function isShown({ name, faults }: PackPart): boolean {
  return faults.length > 0 || !name.endsWith(factsFileName(''))
}

function Part({ part: { name, what, faults, verdict } }: { part: PackPart }) {
  const isWrong = faults.length > 0
  const state = verdict?.outcome === 'incomplete' ? ` ${verdict.state}` : ''
  const summary = (
    <>
      <VerdictBadge agrees={!isWrong} />
      <span className={styles.name}>
        <UntrustedText text={name} />
      </span>
      <span className={styles.note}>
        <UntrustedText text={isWrong ? faults.join(' ') : `${what}${state}`} />
      </span>
    </>
  )
  if (!verdict) return <div className={classes(styles.one, styles.summary)}>{summary}</div>
  return (
    <details className={styles.one} open={isWrong}>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.body}>
        <ExportVerdictView verdict={verdict} />
      </div>
    </details>
  )
}

function Headline({ verdict: { name, headline, outcome, voucher } }: { verdict: Verdict }) {
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

/** Digests to be compared with those that somebody noted, and what the checks do not prove. */
function Digests({ verdict, of }: { verdict: Verdict; of: string }) {
  const digests = [
    [of, verdict.sha256],
    [words.factsDigest, verdict.factsSha256],
  ] as const
  return (
    <>
      {digests.map(([name, digest]) => (
        <div key={name} className={styles.noted}>
          <span className={styles.note}>{name}</span>
          <FullIdentifier text={digest} />
        </div>
      ))}
      <p className={styles.note}>{caveatOf(verdict.voucher.state === 'known')}</p>
    </>
  )
}

function Sentences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
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

/** What was asked of whom, and when: nothing in the file tells. */
function Facts({ facts }: { facts: ExportFacts }) {
  const {
    asked,
    service,
    begun,
    ended,
    pinned_end_date: pinned,
    application,
    dates,
    reasons,
    remarks,
  } = facts
  const query = new URLSearchParams(asked.parameters).toString()
  const link = viewLink(asked.link)
  const texts = [
    [words.dates, dates ? words.howDated(dates) : ''],
    [words.reasons, reasons.join('\n')],
    [words.remarks, remarks.join('\n')],
  ] as const
  return (
    <DescriptionList>
      <DescriptionItem term={words.asked} wide>
        <UntrustedText text={`GET ${asked.endpoint}${query && `?${query}`}`} />
        {link !== null && (
          <>
            {' '}
            <Link to={link}>{words.viewNow}</Link>
          </>
        )}
      </DescriptionItem>
      <DescriptionItem term={words.service}>
        <UntrustedText text={serviceText(service)} />
      </DescriptionItem>
      <DescriptionItem term={words.read}>
        <Instant iso={begun} /> {words.to} <Instant iso={ended} timeOnly />
      </DescriptionItem>
      {pinned !== null && (
        <DescriptionItem term={words.endDateSet}>
          <Instant iso={pinned} />, {words.endDateReason}
        </DescriptionItem>
      )}
      <DescriptionItem term={words.how}>{words.howRead(facts)}</DescriptionItem>
      {texts.map(
        ([term, text]) =>
          text !== '' && (
            <DescriptionItem key={term} term={term} wide>
              <UntrustedText text={text} />
            </DescriptionItem>
          ),
      )}
      <DescriptionItem term={words.writtenBy}>
        <UntrustedText text={`${application.name} ${application.version}`} />
      </DescriptionItem>
    </DescriptionList>
  )
}
