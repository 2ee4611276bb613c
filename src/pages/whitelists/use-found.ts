import { useEffect, useState } from 'react'
import { usePageState } from '../../list/list-link.ts'
import { whitelistsCodec } from '../../url/lists.ts'

const pastedTexts = () => import('../../addresses/pasted/read-address.ts')

/**
 * A text that has addresses in it finds these in every spelling. Other texts are parts of names, ids and addresses. `found` is what the list
 * is asked for, once `isKnown`.
 */
export function useFound() {
  const { filter, params } = usePageState(whitelistsCodec).view
  const { q } = params
  // Null if its script cannot be loaded.
  const [reader, setReader] = useState<Awaited<ReturnType<typeof pastedTexts>> | null>()
  const isFinding = q !== undefined
  useEffect(() => {
    if (isFinding) pastedTexts().then(setReader, () => setReader(null))
  }, [isFinding])
  if (!isFinding) return { isKnown: true, found: {} }
  const isRead = reader && filter.address === undefined
  const address = isRead ? reader.formedAddresses(reader.readAddress(q)).map((one) => one.address) : []
  const text = [filter.text, q].flat().filter(Boolean).join(' ')
  return {
    isKnown: reader !== undefined,
    found: address.length > 0 ? { address: address.slice(0, mostAddresses) } : { text },
  }
}

/** More make too long a request. */
const mostAddresses = 20
