import { Link } from 'react-router-dom'
import { counted } from '../../../contract/count-text.ts'
import { Instant } from '../../../records/Instant.tsx'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { DescriptionItem, DescriptionList } from '../../../ui/DescriptionList.tsx'
import { viewLink } from '../../../url/view-link.ts'
import type { ExportFacts } from '../facts.ts'

/** What the facts say of an export that no check can tell: what was asked of whom, and when. */
export function Facts({ facts }: { facts: ExportFacts }) {
  const { asked, service, begun, ended, read, application, reasons, remarks } = facts
  const query = new URLSearchParams(asked.parameters).toString()
  const link = viewLink(asked.link)
  return (
    <DescriptionList>
      <DescriptionItem term="Asked" wide>
        <UntrustedText text={`GET ${asked.endpoint}${query && `?${query}`}`} />
        {link !== null && (
          <>
            {' '}
            <Link to={link}>The same view now</Link>
          </>
        )}
      </DescriptionItem>
      <DescriptionItem term="Service">
        <UntrustedText text={[service.address, service.account].filter(Boolean).join(' · account ')} />
      </DescriptionItem>
      <DescriptionItem term="Read">
        <Instant iso={begun} /> to <Instant iso={ended} timeOnly />
      </DescriptionItem>
      {facts.pinned_end_date !== null && (
        <DescriptionItem term="End date set">
          <Instant iso={facts.pinned_end_date} />, so that nothing newer entered
        </DescriptionItem>
      )}
      <DescriptionItem term="How">
        {counted(read.records, 'record')} in {counted(read.pages, 'page')}
        {read.repairs > 0 && `; the list moved ${counted(read.repairs, 'time')}, and was followed`}
        {`, read ${counted(read.passes, 'time')}`}
        {read.late > 0 && `; ${counted(read.late, 'record')} found only when it was read again`}
      </DescriptionItem>
      {reasons.length > 0 && (
        <DescriptionItem term="Partial, because" wide>
          <UntrustedText text={reasons.join('\n')} />
        </DescriptionItem>
      )}
      {remarks.length > 0 && (
        <DescriptionItem term="Remarks" wide>
          <UntrustedText text={remarks.join('\n')} />
        </DescriptionItem>
      )}
      <DescriptionItem term="Written by">
        <UntrustedText text={`${application.name} ${application.version}`} />
      </DescriptionItem>
    </DescriptionList>
  )
}
