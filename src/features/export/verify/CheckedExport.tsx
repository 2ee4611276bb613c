import { Link } from 'react-router-dom'
import { Instant } from '../../../records/Instant.tsx'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { DescriptionItem, DescriptionList } from '../../../ui/DescriptionList.tsx'
import { viewLink } from '../../../url/view-link.ts'
import type { ExportFacts } from '../facts.ts'
import { Checks } from './Checks.tsx'
import { Comparison } from './Comparison.tsx'
import { queryOf } from './compare.ts'
import { Digests, Headline } from './Headline.tsx'
import styles from './verify.module.css'
import type { Checked } from './verify.ts'
import * as words from './words.ts'

/** What checking one export came to, what its facts say, and how it compares with the service now. */
export function CheckedExport({ result }: { result: Checked }) {
  const { opened, checks, sha256, factsSha256, verdict } = result
  const query = queryOf(opened.facts)
  return (
    <>
      <section className={styles.section} aria-label={words.result}>
        <Headline name={opened.name} {...verdict} checks={checks} />
        <Checks checks={checks} />
        <Digests
          digests={[
            [words.checkLabels.digest, sha256],
            [words.factsDigest, factsSha256],
          ]}
          checks={checks}
        />
      </section>
      <section className={styles.section} aria-label={words.facts}>
        <h2 className={styles.heading}>{words.factsHeading}</h2>
        <Facts facts={opened.facts} />
      </section>
      {query && <Comparison opened={opened} query={query} />}
    </>
  )
}

/** What the facts say of an export that no check can tell: what was asked of whom, and when. */
function Facts({ facts }: { facts: ExportFacts }) {
  const { asked, service, begun, ended, application, reasons, remarks } = facts
  const query = new URLSearchParams(asked.parameters).toString()
  const link = viewLink(asked.link)
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
        <UntrustedText text={words.serviceAndAccount(service)} />
      </DescriptionItem>
      <DescriptionItem term={words.read}>
        <Instant iso={begun} /> {words.to} <Instant iso={ended} timeOnly />
      </DescriptionItem>
      {facts.pinned_end_date !== null && (
        <DescriptionItem term={words.endDateSet}>
          <Instant iso={facts.pinned_end_date} />, {words.endDateReason}
        </DescriptionItem>
      )}
      <DescriptionItem term={words.how}>{words.howRead(facts)}</DescriptionItem>
      {facts.dates && (
        <DescriptionItem term={words.dates} wide>
          <UntrustedText text={words.howDated(facts.dates)} />
        </DescriptionItem>
      )}
      {reasons.length > 0 && (
        <DescriptionItem term={words.reasons} wide>
          <UntrustedText text={reasons.join('\n')} />
        </DescriptionItem>
      )}
      {remarks.length > 0 && (
        <DescriptionItem term={words.remarks} wide>
          <UntrustedText text={remarks.join('\n')} />
        </DescriptionItem>
      )}
      <DescriptionItem term={words.writtenBy}>
        <UntrustedText text={`${application.name} ${application.version}`} />
      </DescriptionItem>
    </DescriptionList>
  )
}
