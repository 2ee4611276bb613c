import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { splitMemo } from '../../addresses/validity.ts'
import { ComboboxField } from '../../list/ComboboxField.tsx'
import type { Suggestions } from '../../list/filter-groups.ts'
import { type PastedAddress, readAddress } from '../../list/find/pasted.ts'
import { AssetSuggestions, NetworkSuggestions } from '../../list/suggestions.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import styles from './check.module.css'
import { nothingEntered, takenApart } from './words.ts'

/** The address, and optionally the network and the asset that it is for. Pasting an address asks at once. */
export function CheckForm({
  query,
  refusal,
  remarks,
  onSubmit,
}: {
  query: CheckQuery
  /** Why the address in the link is none. */
  refusal: string | null
  /** What was left out of the address in the link. */
  remarks: readonly string[]
  onSubmit: (entered: CheckQuery) => void
}) {
  const [text, setText] = useState(query.address)
  const [networkId, setNetworkId] = useState(query.network_id ?? '')
  const [assetId, setAssetId] = useState(query.asset_id ?? '')
  const [answer, setAnswer] = useState<PastedAddress | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Whoever comes without an address has one to paste.
    if (field.current?.value === '') field.current.focus({ preventScroll: true })
  }, [])

  const submit = (entered: string) => {
    const read = readAddressToCheck(entered, networkId || null)
    setAnswer(read ?? nothing)
    if (read?.kind !== 'address') {
      field.current?.focus()
      return
    }
    setText(read.address)
    // The memo of the address before is none of this one's.
    const memo = read.memo ?? (read.address === query.address ? query.memo : null)
    onSubmit({ address: read.address, network_id: networkId || null, asset_id: assetId || null, memo })
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const isWhole = (selectionStart ?? 0) === 0 && (selectionEnd ?? value.length) === value.length
    // Into the middle of a text it is a part of an address. A field would take a file's worth of text, too.
    if (!isWhole && pasted.length < longestPart) return
    event.preventDefault()
    if (readAddressToCheck(pasted, networkId || null)?.kind !== 'address')
      setText(pasted.slice(0, longestPart))
    submit(pasted)
  }
  const shown = answer ?? (refusal === null ? null : { kind: 'none', why: refusal })
  const hints = shown?.kind === 'address' ? shown.remarks : remarks
  return (
    <form
      className={styles.form}
      noValidate
      data-print="hide"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit(text)
      }}
    >
      <TextField
        ref={field}
        label="Address"
        name="address"
        mono
        value={text}
        placeholder="Paste an address"
        enterKeyHint="search"
        error={shown?.kind === 'none' && shown.why}
        hint={shown?.kind !== 'none' && hints.length > 0 && <UntrustedText text={hints.join(' ')} />}
        onPaste={paste}
        onChange={(event) => {
          setText(event.target.value)
          setAnswer(null)
        }}
      />
      <Choice
        label="Network"
        name="network_id"
        placeholder="Any"
        value={networkId}
        Suggestions={NetworkSuggestions}
        onChange={setNetworkId}
      />
      <Choice
        label="Asset"
        name="asset_id"
        placeholder="Any"
        value={assetId}
        Suggestions={AssetSuggestions}
        onChange={setAssetId}
      />
      <Button type="submit" kind="primary" className={styles.submit}>
        Check
      </Button>
    </form>
  )
}

const nothing: PastedAddress = { kind: 'none', why: nothingEntered }

/** What is longer is not put into the field: nobody edits it there. */
const longestPart = 1000

function Choice({
  Suggestions,
  onChange,
  ...rest
}: {
  label: string
  name: string
  placeholder: string
  value: string
  Suggestions: Suggestions
  onChange: (value: string) => void
}) {
  return (
    <Suggestions>
      {(offer) => (
        <div className={styles.choice}>
          <ComboboxField
            {...rest}
            error={false}
            offer={offer}
            expanded={false}
            onChange={onChange}
            onPick={onChange}
          />
        </div>
      )}
    </Suggestions>
  )
}

/** Reads a text as an address on a network; one that has its memo in it is taken apart, since nothing else knows it by that form. */
export function readAddressToCheck(text: string, networkId: string | null): PastedAddress | null {
  const read = readAddress(text)
  const apart = read?.kind === 'address' ? splitMemo(read.address, networkId) : null
  if (read?.kind !== 'address' || apart === null) return read
  return {
    kind: 'address',
    address: apart.address,
    memo: apart.memo ?? read.memo,
    remarks: [...read.remarks, takenApart(read.address, apart.memo)],
  }
}
