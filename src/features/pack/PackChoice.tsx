import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useSessionMark } from '../../api/hooks.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { FileButton } from '../../ui/fields.tsx'
import { announce } from '../../ui/inline.tsx'
import { Banner, Progress } from '../../ui/messages.tsx'
import type { HeldPack } from '../../work/task.ts'
import { holdPack, releasePack } from '../../work/work.ts'

interface Choice {
  readonly file: File
  readonly leaving: AbortController
}

type Opening = Mutation<HeldPack, Error, Choice>

/**
 * Takes an audit pack and opens its books, also while the reader is on another page: whoever has the same key finds it.
 */
export function usePackChoice(mutationKey: readonly unknown[], onOpened: (pack: HeldPack) => void) {
  const session = useSessionMark() ?? ''
  const cache = useQueryClient().getMutationCache()
  const chosen = () => cache.find<HeldPack, Error, Choice>({ mutationKey })
  const remove = () => {
    const opening = chosen()
    if (opening) cache.remove(opening)
  }
  const forget = () => {
    const { variables, data } = chosen()?.state ?? {}
    variables?.leaving.abort()
    if (data) releasePack(data)
    remove()
  }
  const take = (pack: HeldPack) => {
    remove()
    onOpened(pack)
    announce(`Opened ${pack.about.name}.`)
  }
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (choice: Choice) => heldPack(choice, session),
    gcTime: Number.POSITIVE_INFINITY,
    onSuccess: take,
  })
  const open = (file: File) => {
    forget()
    mutate({ file, leaving: new AbortController() })
  }
  const [opening] = useMutationState({ filters: { mutationKey }, select: ({ state }: Opening) => state })
  const { file } = opening?.variables ?? {}
  const error = opening?.error
  const notice = (
    <>
      {opening?.status === 'pending' && (
        <Progress>
          Opening <UntrustedText text={file?.name ?? ''} />
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
  return { open, forget, notice }
}

async function heldPack({ file, leaving: { signal } }: Choice, session: string): Promise<HeldPack> {
  const { checkInWorker } = await import('../verify/index.ts')
  const asked = { file: { name: file.name, blob: file }, beside: [], expected: {}, keyFile: null }
  const checked = await checkInWorker(asked, { signal, onProgress: () => {} })
  signal.throwIfAborted()
  if (checked.kind === 'unchecked') throw new Error(checked.sentence)
  const { faults, about } = checked.verdict
  if (faults.length > 0) throw new Error(faults[0])
  if (about?.of !== 'pack') throw new Error('This is not an audit pack.')
  return await holdPack(checked, session, signal)
}

export function ChoosePack(props: { label: string; onChoose: (file: File) => void }) {
  return <FileButton accept=".zip" {...props} />
}

/** Which pack it is, as of when, and whose key signed it. */
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
