import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { UnreadableFile } from '../../files/text-units.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import type { OpenedPack } from '../verify/index.ts'

/** Takes an audit pack and opens its books. One that does not fit its manifest is opened only for whoever asks for that. */
export function usePackChoice(onOpened: (pack: OpenedPack) => void) {
  const [opening, setOpening] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly why: string; readonly unfit: File | null } | null>(null)
  const last = useRef(0)
  const open = async (file: File, anyway = false) => {
    last.current += 1
    const run = last.current
    setOpening(file.name)
    setFailure(null)
    try {
      const { openPack, trustedKeys } = await import('../verify/index.ts')
      const options = { keys: await trustedKeys(), signal: new AbortController().signal, anyway }
      const pack = await openPack({ name: file.name, blob: file }, options)
      if (run !== last.current) return
      onOpened(pack)
      announce(`Opened ${file.name}.`)
    } catch (error) {
      if (run !== last.current) return
      if (!(error instanceof UnreadableFile)) throw error
      setFailure({ why: error.message, unfit: 'faults' in error ? file : null })
    } finally {
      if (run === last.current) setOpening(null)
    }
  }
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
          title={failure.unfit ? 'This pack does not fit its manifest' : 'The pack could not be opened'}
          actions={
            failure.unfit && (
              <Button small onClick={() => failure.unfit && void open(failure.unfit, true)}>
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

/** Asks for a file. */
export function ChoosePack({ label, onChoose }: { label: string; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file may be chosen again, after it was changed.
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button small icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
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
      {faults.length > 0 && <span className={layout.muted}>; does not fit its manifest</span>}
    </>
  )
}
