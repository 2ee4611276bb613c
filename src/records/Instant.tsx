import { showInstant } from './instant.ts'
import { usePreferences } from './preferences.ts'
import { UntrustedText } from './UntrustedText.tsx'

/** An instant in the zone that the reader chose, always with the zone; text that is no instant as it came. */
export function Instant({ iso, timeOnly = false }: { iso: string | null; timeOnly?: boolean }) {
  const { timeZone } = usePreferences()
  const shown = iso === null ? null : showInstant(iso, timeZone)
  if (iso === null || shown === null) return <UntrustedText text={iso} />
  return (
    <time dateTime={iso} title={iso}>
      {timeOnly ? '' : `${shown.date} `}
      {shown.time} {shown.zone}
    </time>
  )
}
