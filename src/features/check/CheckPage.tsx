import ShieldCheck from 'lucide-react/icons/shield-check'
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { splitMemo } from '../../addresses/validity.ts'
import { ComboboxField } from '../../list/ComboboxField.tsx'
import { type PastedAddress, readAddress } from '../../list/find/pasted.ts'
import { InvalidParameters } from '../../list/notices.tsx'
import { AssetSuggestions, NetworkSuggestions } from '../../list/suggestions.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { EmptyState } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { type CheckQuery, checkView } from '../../url/hrefs.ts'
import { CheckResult } from './CheckResult.tsx'
import styles from './check.module.css'

/** `/check`: whether an address is the one that one means to send to. The address bar holds all that is asked. */
export default function CheckPage() {
  const { view, patch, href } = useListView(checkView)
  const { search } = useLocation()
  const { address: text = '', network_id = null, asset_id = null, memo = null } = view.filter
  const read = useMemo(() => readAddressToCheck(text, network_id), [text, network_id])
  // The form begins anew whenever something else has changed what is asked: Back, a link, the palette.
  const [form, setForm] = useState({ search, key: 0, own: '' })
  if (form.search !== search) setForm({ search, key: search === form.own ? form.key : form.key + 1, own: '' })
  const submit = (entry: CheckQuery) => {
    const change = { filter: entry }
    const { search: next } = new URL(href(change), window.location.href)
    if (next === search) return
    setForm((now) => ({ ...now, own: next }))
    patch(change)
  }
  const address = read?.kind === 'address' ? read.address : null
  return (
    <>
      <PageHeader title="Check address" />
      <div className={classes(layout.sections, styles.page)}>
        <InvalidParameters
          invalid={view.invalid}
          onRemove={() => patch({ invalid: [] }, { replace: true })}
        />
        <CheckForm
          key={form.key}
          query={{ address: address ?? text, network_id, asset_id, memo }}
          linked={read}
          onSubmit={submit}
        />
        {read === null && (
          <EmptyState icon={<ShieldCheck />} title="Paste an address before anybody sends to it">
            <p>
              Shows whether an address is on a whitelist or one of your vaults, or only looks like one,
              whether its format is valid, and whether it was used before. Only the custody service is asked.
            </p>
          </EmptyState>
        )}
        {read?.kind === 'address' && (
          <CheckResult
            key={JSON.stringify([read.address, network_id, asset_id])}
            query={{ address: read.address, network_id, asset_id, memo: memo ?? read.memo }}
          />
        )}
      </div>
    </>
  )
}

/** The address, and optionally the network and the asset that it is for. Pasting an address asks at once. */
function CheckForm({
  query,
  linked,
  onSubmit,
}: {
  query: CheckQuery
  /** What the address in the link was read as; null where it has none. */
  linked: PastedAddress | null
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
    const read = readAddressToCheck(entered, networkId || null) ?? nothing
    setAnswer(read)
    if (read.kind === 'none') return field.current?.focus()
    setText(read.address)
    // The memo of the address before is not this one's.
    const memo = read.memo ?? (read.address === query.address ? query.memo : null)
    onSubmit({ address: read.address, network_id: networkId || null, asset_id: assetId || null, memo })
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    // Into the middle of a text it is a part of an address. A field would take a file's worth of text, too.
    if (!isAllSelected(event.currentTarget) && pasted.length < longestPart) return
    event.preventDefault()
    setText(pasted.slice(0, longestPart))
    submit(pasted)
  }
  const shown = answer ?? linked
  const remarks = shown?.kind === 'address' ? shown.remarks : []
  return (
    <form
      className={styles.form}
      noValidate
      data-print="hide"
      onSubmit={(event) => {
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
        hint={remarks.length > 0 && <UntrustedText text={remarks.join(' ')} />}
        onPaste={paste}
        onChange={(event) => {
          setText(event.target.value)
          setAnswer(null)
        }}
      />
      <Choice name="network_id" value={networkId} onChange={setNetworkId} />
      <Choice name="asset_id" value={assetId} onChange={setAssetId} />
      <Button type="submit" kind="primary" className={styles.submit}>
        Check
      </Button>
    </form>
  )
}

function isAllSelected({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return (selectionStart ?? 0) === 0 && (selectionEnd ?? value.length) === value.length
}

const nothing: PastedAddress = { kind: 'none', why: 'Paste or type an address first.' }

/** What is longer is not put into the field: nobody edits it there. */
const longestPart = 1000

const choices = {
  network_id: { label: 'Network', Suggestions: NetworkSuggestions },
  asset_id: { label: 'Asset', Suggestions: AssetSuggestions },
} as const

function Choice({
  name,
  value,
  onChange,
}: {
  name: keyof typeof choices
  value: string
  onChange: (value: string) => void
}) {
  const { label, Suggestions } = choices[name]
  return (
    <Suggestions>
      {(offer) => (
        <div className={styles.choice}>
          <ComboboxField
            {...{ label, name, value }}
            placeholder="Any"
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

/** Reads a text as an address on a network. One that contains its memo, such as X… of the XRP Ledger, is taken apart: services list the two apart. */
function readAddressToCheck(text: string, networkId: string | null): PastedAddress | null {
  const read = readAddress(text)
  const apart = read?.kind === 'address' ? splitMemo(read.address, networkId) : null
  if (read?.kind !== 'address' || apart === null) return read
  const memo = apart.memo === null ? 'says that it has no memo' : `the memo ${apart.memo}`
  return {
    kind: 'address',
    address: apart.address,
    memo: apart.memo ?? read.memo,
    remarks: [...read.remarks, `${read.address} contains this address and ${memo}.`],
  }
}
