import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSessionMark } from '../../api/session.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { announce } from '../../ui/inline.tsx'
import { Banner, Progress } from '../../ui/messages.tsx'
import type { HeldPack } from '../../work/task.ts'
import { holdPack } from '../../work/work.ts'

/** Checks an audit pack and opens its books. Choosing another one, and leaving the page, ends that. */
export function usePackChoice(onOpened: (pack: HeldPack) => void) {
  const session = useSessionMark() ?? ''
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (file: File) => {
      running.current?.abort()
      running.current = new AbortController()
      return checkedPack(file, session, running.current.signal)
    },
    onSuccess: (pack) => {
      onOpened(pack)
      announce(`Opened ${pack.about.name}.`)
    },
  })
  const notice = (
    <>
      {isPending && (
        <Progress>
          Opening <UntrustedText text={variables.name} />
        </Progress>
      )}
      {error && (
        <Banner tone="danger" title="The pack could not be opened">
          <p>
            <UntrustedText text={error.message} />
          </p>
        </Banner>
      )}
    </>
  )
  return { open: (file: File) => mutate(file), notice }
}

async function checkedPack(file: File, session: string, signal: AbortSignal): Promise<HeldPack> {
  const { checkInWorker } = await import('../verify/check-in-worker.ts')
  const asked = { file: { name: file.name, blob: file }, beside: [], expected: {}, keyFile: null }
  const checked = await checkInWorker(asked, { signal, onProgress: () => {} })
  signal.throwIfAborted()
  if (checked.kind === 'unchecked') throw new Error(checked.sentence)
  const { faults, about } = checked.verdict
  if (faults.length > 0) throw new Error(faults[0])
  if (about?.of !== 'pack') throw new Error('This is not an audit pack.')
  return await holdPack(checked, session, signal)
}

export function PackLine({ pack: { about } }: { pack: HeldPack }) {
  const { name, asOf, signed, missing } = about
  return (
    <>
      <UntrustedText text={name} /> as of <Instant iso={asOf} />, signed by the key{' '}
      <UntrustedText text={signed.key} />
      {missing.length > 0 && '; not proved complete'}
    </>
  )
}
