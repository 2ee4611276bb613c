import { useRef, useState } from 'react'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { FileButton } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import type { OpenedPack } from '../../work/task.ts'
import type { CheckedFile } from '../verify/index.ts'

/** Takes an audit pack and opens its books. One that does not match its manifest is compared only for whoever asks for that. */
export function usePackChoice(onOpened: (pack: OpenedPack) => void) {
  const [opening, setOpening] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly why: string; readonly unfit: OpenedPack | null } | null>(
    null,
  )
  const running = useRef<AbortController>(null)
  const take = (pack: OpenedPack) => {
    setFailure(null)
    onOpened(pack)
    announce(`Opened ${pack.about.name}.`)
  }
  const open = async (file: File) => {
    running.current?.abort()
    const control = new AbortController()
    const { signal } = control
    running.current = control
    setOpening(file.name)
    setFailure(null)
    try {
      const { checkInWorker } = await import('../verify/index.ts')
      const checked = await checkInWorker({ name: file.name, blob: file }, null, {
        signal,
        onProgress: () => {},
      })
      const opened = openedOf(checked)
      if (typeof opened === 'string') setFailure({ why: opened, unfit: null })
      else if (opened.about.faults.length === 0) take(opened)
      else setFailure({ why: opened.about.faults.join(' '), unfit: opened })
      setOpening(null)
    } catch (error) {
      if (signal.aborted) return
      setFailure({ why: error instanceof Error ? error.message : String(error), unfit: null })
      setOpening(null)
    }
  }
  const unfit = failure?.unfit
  const notice = (
    <>
      {opening !== null && (
        <p role="status">
          Opening <UntrustedText text={opening} />
        </p>
      )}
      {failure && (
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
            <UntrustedText text={failure.why} />
          </p>
        </Banner>
      )}
    </>
  )
  return { open: (file: File) => void open(file), notice }
}

/** The books of a pack, or why there are none. */
function openedOf(checked: CheckedFile): OpenedPack | string {
  if (checked.kind === 'pack') return checked.opened
  return checked.kind === 'export' ? 'This is an export. Choose an audit pack.' : checked.sentence
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
