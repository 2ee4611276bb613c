import { useEffect } from 'react'
import { failureOf } from '../../api/failure.ts'
import { madePackHref, useMadePacks, useRemovePack } from '../../api/packs.ts'
import { useSessionFingerprint } from '../../api/session.ts'
import type { MadePack } from '../../contract/packs.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { useMadePeriods } from '../../kits/packs/made-periods.ts'
import { Button, FileLink } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Progress } from '../../ui/messages.tsx'
import { periodName, readPeriod } from '../../url/periods.ts'

/** The packs of this session: how far each is, and its file. */
export function PackList() {
  const query = useMadePacks()
  const { data: packs = [] } = query
  const { noteMade } = useMadePeriods()
  // A pack of some vaults is not the pack of the month.
  const newest = packs.findLast(({ state, vaults }) => state === 'ready' && vaults === null)?.period
  useEffect(() => {
    if (newest !== undefined) noteMade(newest)
  }, [newest, noteMade])
  const failure = failureOf(query)
  if (failure) return <ErrorBanner error={failure} onRetry={() => void query.refetch()} />
  return packs.length === 0 ? null : (
    <ul className={layout.stack} aria-label="Packs of this session">
      {packs.map((pack) => (
        <li key={pack.id}>
          <PackState pack={pack} />
        </li>
      ))}
    </ul>
  )
}

function PackState({ pack }: { pack: MadePack }) {
  const { id, state, part, failure, file } = pack
  const mark = useSessionFingerprint()
  const removal = useRemovePack()
  const text = packText(pack)
  const remove = (label: string) => (
    <Button small disabled={removal.isPending} onClick={() => removal.mutate(id)}>
      {label}
    </Button>
  )
  switch (state) {
    case 'making':
      return (
        <div className={layout.row}>
          <Progress part={part}>{text}</Progress>
          {remove('Stop')}
        </div>
      )
    case 'failed':
      return (
        <Banner tone="danger" title={text} actions={remove('Dismiss')}>
          <p>
            <UntrustedText text={failure} />
          </p>
        </Banner>
      )
    case 'ready':
      return (
        <div className={layout.row}>
          <span>
            {text}
            {file?.isComplete === false && '. It is not complete: the file says why'}.
          </span>
          <FileLink href={mark === null ? null : madePackHref(id, mark)}>Download</FileLink>
          {remove('Remove')}
        </div>
      )
  }
}

/** Without a full stop. */
export function packText({ period: text, state }: MadePack): string {
  const period = readPeriod(text)
  const name = `Pack of ${period ? periodName(period) : text}`
  if (state === 'making') return name
  return `${name} ${state === 'ready' ? 'is ready' : 'was not made'}`
}
