import { Link } from 'react-router-dom'
import { Instant } from '../../../records/Instant.tsx'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { DescriptionItem, DescriptionList } from '../../../ui/DescriptionList.tsx'
import { viewLink } from '../../../url/view-link.ts'
import type { ExportFacts } from '../facts.ts'
import * as words from './words.ts'

/** What the facts say of an export that no check can tell: what was asked of whom, and when. */
export function Facts({ facts }: { facts: ExportFacts }) {
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
