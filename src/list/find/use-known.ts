import { useMemo } from 'react'
import { type DirectoryPart, directoryParts, useDirectory } from '../../api/directory.ts'
import { useTransactionsRead } from '../../api/transactions-read.ts'
import { type Known, knownFrom } from './known.ts'

/** What is known, and how far it was read. */
export interface KnownSoFar {
  readonly known: Known
  readonly waiting: boolean
  /** Lists that could not be read: nothing in them is found. */
  readonly failed: readonly DirectoryPart[]
}

/** Everything that a text can be read against; asked for and gathered once it is `active`. */
export function useKnown(active: boolean): KnownSoFar {
  const directory = useDirectory(active ? directoryParts : none)
  const transactions = useTransactionsRead(active)
  const known = useMemo(
    () => (active ? knownFrom(directory, transactions, new Date()) : nothingKnown),
    [active, directory, transactions],
  )
  return { known, waiting: directory.waiting.length > 0, failed: directory.failed }
}

/** Says which lists were not searched. */
export function notSearched(failed: readonly DirectoryPart[]): string[] {
  return failed.length > 0 ? [`Not searched, because it could not be read: ${failed.join(', ')}.`] : []
}

const none: readonly never[] = []

const nothingKnown: Known = {
  parties: none,
  assets: none,
  networks: none,
  addresses: none,
  transactions: none,
  now: new Date(0),
}
