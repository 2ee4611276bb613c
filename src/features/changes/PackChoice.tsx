import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { FileButton } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Progress } from '../../ui/messages.tsx'
import type { OpenedPack } from '../../work/task.ts'

/** Takes an audit pack and opens its books. One that does not match its manifest is compared only for whoever asks for that. */
export function usePackChoice(onOpened: (pack: OpenedPack) => void) {
  const leaving = useRef<AbortController>(null)
  const opening = useMutation({
    mutationFn: (file: File) => {
      leaving.current?.abort()
      leaving.current = new AbortController()
      return openedPack(file, leaving.current.signal)
    },
    gcTime: 0,
  })
  const { variables: file, data: pack, error } = opening
  const unfit = pack && pack.about.faults.length > 0 ? pack : null
  const take = (pack: OpenedPack) => {
    opening.reset()
    onOpened(pack)
    announce(`Opened ${pack.about.name}.`)
  }
  const open = (chosen: File) =>
    opening.mutate(chosen, { onSuccess: (pack) => pack.about.faults.length === 0 && take(pack) })
  const notice = (
    <>
      {opening.isPending && (
        <Progress>
          Opening <UntrustedText text={file?.name ?? ''} />
        </Progress>
      )}
      {(error || unfit) && (
        <Banner
          tone="danger"
          title={unfit ? 'This pack does not match its manifest' : 'The pack could not be opened'}
          actions={
            unfit && (
              <Button small onClick={() => take(unfit)}>
                Compare anyway
              </Button>
            )
          }
        >
          <p>
            <UntrustedText text={error?.message ?? unfit?.about.faults.join(' ') ?? ''} />
          </p>
        </Banner>
      )}
    </>
  )
  return { open, notice }
}

async function openedPack(file: File, signal: AbortSignal): Promise<OpenedPack> {
  const { checkInWorker } = await import('../verify/index.ts')
  const checked = await checkInWorker({ name: file.name, blob: file }, null, { signal, onProgress: () => {} })
  if (checked.kind === 'unchecked') throw new Error(checked.sentence)
  if (checked.kind === 'export') throw new Error('This is an export. Choose an audit pack.')
  if (typeof checked.opened === 'string') throw new Error(checked.opened)
  return checked.opened
}

export function ChoosePack(props: { label: string; onChoose: (file: File) => void }) {
  return <FileButton accept=".zip" {...props} />
}

/** Which pack it is, as of when, and whose key signed it. */
export function PackLine({ pack: { about } }: { pack: OpenedPack }) {
  const { name, asOf, signed, faults } = about
  return (
    <>
      <UntrustedText text={name} /> as of <Instant iso={asOf} />,{' '}
      {signed ? (
        <>
          signed on <Instant iso={signed.at} /> by the key <UntrustedText text={signed.key} />
        </>
      ) : (
        'not signed by a known key'
      )}
      {faults.length > 0 && <span className={layout.muted}>; does not match its manifest</span>}
    </>
  )
}
