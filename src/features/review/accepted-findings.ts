/** Accepted findings, kept in this browser by account. In plain text: they outlive the session, whose key encrypts the books. */

import { useOpenPack, useReader } from '../../api/session.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import { readAccepted, writeInputs } from '../../files/evidence-inputs.ts'
import { storePerReader } from '../../ui/browser-store.ts'

type Accepted = readonly AcceptedFinding[]

const none: Accepted = []

const storeOf = storePerReader<Accepted>('accepted', {
  parse: (stored) => (stored === null ? none : (readAccepted(stored) ?? none)),
  serialise: acceptedFile,
})

/** The file to hand on; null where nothing is accepted. */
export function acceptedFile(accepted: Accepted): string | null {
  return accepted.length === 0 ? null : writeInputs({ accepted })
}

/** The later acceptance of a finding replaces the earlier one. */
export function joinedAccepted(some: Accepted, others: Accepted): Accepted {
  const byFinding = new Map<string, AcceptedFinding>()
  for (const one of [...some, ...others].toSorted((a, b) => (a.at < b.at ? -1 : 1)))
    byFinding.set(one.finding, one)
  return [...byFinding.values()]
}

/** Those of the account, or of an open pack, which do not change. */
export function useAccepted(): {
  readonly accepted: Accepted
  /** Returns false, and changes nothing, if the browser refuses. */
  readonly change: (change: (accepted: Accepted) => Accepted) => boolean
} {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  const kept = store.useValue()
  const pack = useOpenPack()
  return {
    accepted: pack === null ? kept : [],
    change: (change) => reader !== null && store.save(change(store.load())),
  }
}
