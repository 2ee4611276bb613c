import ShieldCheck from 'lucide-react/icons/shield-check'
import {
  type ClipboardEvent,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { type AddressAndMemo, type PastedAddress, readAddress } from '../../addresses/pasted/read-address.ts'
import { splitMemo } from '../../chains/index.ts'
import { FullIdentifier } from '../../display/identifiers.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { ComboboxField } from '../../list/ComboboxField.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { usePageState } from '../../list/list-link.ts'
import { useAllSuggestions } from '../../list/suggestions.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { EmptyState } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { type CheckQuery, checkCodec } from '../../url/hrefs.ts'
import { CheckResult, VerdictChip } from './CheckResult.tsx'
import styles from './check.module.css'

/** `/check`: one verdict on a pasted address. The link holds the whole question. */
export default function CheckPage() {
  const { view, patch, href } = usePageState(checkCodec)
  const { search } = useLocation()
  const { address: text = '', network_id = null, asset_id = null, memo = null } = view.filter
  const linked = useMemo(() => readAddressToCheck(text, network_id), [text, network_id])
  // The form starts again when something else changes the question: Back, a link, the finder.
  const [form, setForm] = useState({ search, key: 0, own: '' })
  if (form.search !== search) setForm({ search, key: search === form.own ? form.key : form.key + 1, own: '' })
  const submit = (entry: CheckQuery) => {
    const change = { filter: entry }
    const { search: next } = new URL(href(change), window.location.href)
    if (next === search) return
    setForm((now) => ({ ...now, own: next }))
    patch(change)
  }
  const address = linked?.kind === 'address' ? linked.address : null
  return (
    <>
      <PageHeader title="Check address" />
      <div className={layout.sections}>
        <LinkNotice codec={checkCodec} />
        <CheckForm
          key={form.key}
          query={{ address: address ?? text, network_id, asset_id, memo }}
          linked={linked}
          onSubmit={submit}
        >
          {linked === null && (
            <EmptyState icon={<ShieldCheck />} title="Paste an address before you send to it">
              <p>
                The check looks for it in your whitelists, vaults and transactions, warns of look-alikes, and
                checks its format. Nothing is sent to third parties.
              </p>
            </EmptyState>
          )}
          {linked?.kind === 'address' && (
            <CheckResult
              key={JSON.stringify([linked.address, network_id, asset_id])}
              query={{ address: linked.address, network_id, asset_id, memo: memo ?? linked.memo }}
            />
          )}
        </CheckForm>
      </div>
    </>
  )
}

interface CheckFormProps {
  readonly query: CheckQuery
  /** The address in the link as it was read; null where it has none. */
  readonly linked: PastedAddress | null
  readonly onSubmit: (entered: CheckQuery) => void
  /** A refused address has no result, and must not show that of the address before. */
  readonly children: ReactNode
}

/** Pasting an address submits the form. */
function CheckForm({ query, linked, onSubmit, children }: CheckFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { text, answer, enter, submit } = useEntry(query, form, field, onSubmit)
  const read = answer?.read ?? linked
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const isReplaced = selectionStart === 0 && selectionEnd === value.length
    // Text that is pasted into other text is part of an address.
    if (!isReplaced && pasted.length < longestPart) return
    event.preventDefault()
    enter(pasted.slice(0, longestPart))
    submit(pasted)
  }
  return (
    <>
      <form
        ref={form}
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
          data-takes-focus
          label="Address"
          name="address"
          mono
          value={text}
          placeholder="Paste an address"
          enterKeyHint="search"
          error={read && read.kind !== 'address' && read.why}
          hint={
            read?.kind === 'address' &&
            read.remarks.length > 0 && <UntrustedText text={read.remarks.join(' ')} />
          }
          onPaste={paste}
          onChange={(event) => enter(event.target.value)}
        />
        <Choice label="Network" name="network_id" suggests="networks" initial={query.network_id ?? ''} />
        <Choice label="Asset" name="asset_id" suggests="assets" initial={query.asset_id ?? ''} />
        <Button type="submit" kind="primary" className={styles.submit}>
          Check
        </Button>
      </form>
      {read?.kind === 'several' && (
        <AddressChoice
          addresses={read.addresses}
          payment={answer ?? query}
          onChoose={({ address, memo }) => submit(address, memo)}
        />
      )}
      {(answer === null || answer.read.kind === 'address') && children}
    </>
  )
}

/** Longer texts are too long to edit in the field. */
const longestPart = 1000

/** What is to be sent, where the reader named it. */
type Payment = Pick<CheckQuery, 'network_id' | 'asset_id'>

/** The text in the field, and how it was read once it was submitted. */
function useEntry(
  query: CheckQuery,
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<HTMLInputElement | null>,
  onSubmit: (entered: CheckQuery) => void,
) {
  const [text, setText] = useState(query.address)
  const [answer, setAnswer] = useState<({ readonly read: PastedAddress } & Payment) | null>(null)
  const optionsIn = useAllSuggestions(['networks', 'assets'])
  useEffect(() => {
    if (field.current?.value === '') field.current.focus({ preventScroll: true })
  }, [field])
  const enter = (entered: string) => {
    setText(entered)
    setAnswer(null)
  }
  const submit = (entered: string, chosenMemo: string | null = null) => {
    const data = new FormData(form.current ?? undefined)
    const network_id = String(data.get('network_id') ?? '') || null
    const asset_id = String(data.get('asset_id') ?? '') || null
    const mayBeName = network_id !== query.network_id || asset_id !== query.asset_id
    const areRead = optionsIn('networks') !== null && optionsIn('assets') !== null
    const read = mayBeName && !areRead ? namesAwaited : (readAddressToCheck(entered, network_id) ?? empty)
    setAnswer({ read, network_id, asset_id })
    if (read.kind !== 'address') return field.current?.focus()
    setText(read.address)
    // Another address does not keep the memo of the one before.
    const memo = chosenMemo ?? read.memo ?? (read.address === query.address ? query.memo : null)
    onSubmit({ address: read.address, network_id, asset_id, memo })
  }
  return { text, answer, enter, submit }
}

const empty: PastedAddress = { kind: 'none', why: 'Paste or type an address first.' }
const namesAwaited: PastedAddress = {
  kind: 'none',
  why: 'The names of networks and assets are still being read. Try again in a moment.',
}

/** Each with its verdict. The whole check is that of the one that is chosen. */
function AddressChoice({
  addresses,
  payment: { network_id, asset_id },
  onChoose,
}: {
  addresses: readonly AddressAndMemo[]
  payment: Payment
  onChoose: (chosen: AddressAndMemo) => void
}) {
  return (
    <ul className={layout.parts} aria-label="Addresses in this text">
      {addresses.map(({ address, memo }, at) => (
        <li key={address} className={layout.stack}>
          {at < mostChecked && <VerdictChip query={{ address, network_id, asset_id, memo }} />}
          <div className={layout.row}>
            <FullIdentifier text={address} />
            {memo !== null && (
              <span className={layout.muted}>
                Memo <UntrustedText text={memo} />
              </span>
            )}
            <Button
              small
              aria-label={`Show check of ${withHiddenNamed(address)}`}
              onClick={() => onChoose({ address, memo })}
            >
              Show check
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A whole file may be pasted. */
const mostChecked = 6

function Choice(
  props: Pick<ComponentProps<typeof ComboboxField>, 'label' | 'name' | 'suggests' | 'initial'>,
) {
  return (
    <div className={styles.choice}>
      <ComboboxField {...props} placeholder="Any" />
    </div>
  )
}

/** Splits an address that contains its memo, such as X… on the XRP Ledger: services list the two apart. */
function readAddressToCheck(text: string, networkId: string | null): PastedAddress | null {
  const read = readAddress(text)
  const apart = read?.kind === 'address' ? splitMemo(read.address, networkId) : null
  if (read?.kind !== 'address' || apart === null) return read
  const memo = apart.memo === null ? 'states that it has no memo' : `the memo ${apart.memo}`
  return {
    ...read,
    address: apart.address,
    memo: apart.memo ?? read.memo,
    remarks: [...read.remarks, `${read.address} contains this address and ${memo}.`],
  }
}
