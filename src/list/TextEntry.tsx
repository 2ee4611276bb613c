import { type ClipboardEvent, useState } from 'react'
import { readAddress, readTransactions } from '../addresses/pasted/read-address.ts'
import { hiddenRemark, tidied } from '../contract/hidden-characters.ts'
import { parameterLabel } from '../display/labels.ts'
import { UntrustedText } from '../display/text.tsx'
import { numberInWords, readNumber } from '../search/numbers.ts'
import { TextField } from '../ui/fields.tsx'
import type { FieldForm } from './filter-groups.ts'

type TextReading = Extract<FieldForm, { kind: 'text' }>['reads']

type ReadEntry =
  | { readonly kind: 'value'; readonly value: string; readonly remarks: readonly string[] }
  /** As a filter, it would match nothing. */
  | { readonly kind: 'unread'; readonly why: string }

/** What a text means in the field of a filter. */
export function readEntry(reads: TextReading, entered: string): ReadEntry {
  if (reads === 'amount') return readAmount(entered)
  if (reads !== 'address') {
    const { text, hidden } = tidied(entered)
    const [transaction] = reads !== 'words' && /:\/\//.test(text) ? readTransactions(text) : []
    return {
      kind: 'value',
      value: transaction ?? text,
      remarks: [
        ...(hidden.length > 0 ? [hiddenRemark(hidden)] : []),
        ...(transaction === undefined ? [] : ['Taken from a link.']),
      ],
    }
  }
  const read = readAddress(entered)
  if (read === null) return { kind: 'value', value: '', remarks: [] }
  return read.kind === 'address'
    ? { kind: 'value', value: read.address, remarks: read.remarks }
    : { kind: 'unread', why: read.why }
}

function readAmount(entered: string): ReadEntry {
  const { text } = tidied(entered)
  if (text === '') return { kind: 'value', value: '', remarks: [] }
  const read = readNumber(text)
  if (read === null) return { kind: 'unread', why: 'Enter an amount, such as 1250.5.' }
  const remark = numberInWords(read)
  return { kind: 'value', value: read.value, remarks: remark === null ? [] : [remark] }
}

/** The field of a filter by an address or an id, which reads what is pasted into it. */
export function TextEntry({
  name,
  reads,
  initial,
  error,
  placeholder,
}: {
  name: string
  reads: TextReading
  initial: string
  error: string | undefined
  placeholder: string | undefined
}) {
  const [text, setText] = useState(initial)
  const [read, setRead] = useState<ReadEntry | null>(null)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    // What is pasted into a text is part of an address.
    if (selectionStart !== 0 || selectionEnd !== value.length) return
    event.preventDefault()
    const pasted = event.clipboardData.getData('text')
    const entry = readEntry(reads, pasted)
    setRead(entry)
    setText(entry.kind === 'value' ? entry.value : pasted)
  }
  return (
    <TextField
      label={parameterLabel(name)}
      name={name}
      mono
      placeholder={placeholder}
      value={text}
      error={read?.kind === 'unread' ? read.why : error}
      hint={
        read?.kind === 'value' && read.remarks.length > 0 && <UntrustedText text={read.remarks.join(' ')} />
      }
      onPaste={paste}
      onChange={(event) => {
        const typed = event.target.value
        setText(typed)
        // Tells how an ambiguous number is read before it is applied. An invalid one is reported only when applied.
        const amount = reads === 'amount' ? readAmount(typed) : null
        setRead(amount?.kind === 'value' ? amount : null)
      }}
    />
  )
}
