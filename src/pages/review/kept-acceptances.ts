/** Accepted findings that this browser kept by itself, before they were kept with the records: to be brought there once. */
import { useReader } from '../../api/session.ts'
import type { BroughtFindings } from '../../contract/accepted-findings.ts'
import { asFields } from '../../contract/normal-records.ts'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'

type Kept = BroughtFindings['accepted']

const nothingKept: Kept = []

const storeOf = storePerReader<Kept>('accepted', { parse: keptAcceptances, serialise: () => null })

export function useKeptAcceptances(): { readonly kept: Kept; readonly remove: () => void } {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  const kept = store.useValue()
  return { kept: reader === null ? nothingKept : kept, remove: () => store.set(nothingKept) }
}

/** What is no acceptance is left out. */
export function keptAcceptances(text: string | null): Kept {
  const all = asFields(parseJson(text))?.accepted
  const kept = Array.isArray(all) ? all.flatMap(keptAcceptance) : []
  return kept.length === 0 ? nothingKept : kept
}

function keptAcceptance(item: unknown): Kept {
  const { finding, by, at, reason, subject } = asFields(item) ?? {}
  if (![finding, by, at, reason].every((text) => typeof text === 'string' && text.trim() !== '')) return []
  if (!idForm.test(String(finding))) return []
  return [
    {
      ...{ finding: String(finding), by: String(by), at: String(at), reason: String(reason) },
      ...(typeof subject === 'string' && idForm.test(subject) && { subject }),
    },
  ]
}

const idForm = /^[\da-f]{32}(\.\d{1,6})?$/
