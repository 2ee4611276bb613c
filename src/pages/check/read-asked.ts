import { splitMemo } from '../../addresses/forms.ts'
import { type PastedAddress, readAddress } from '../../components/find/pasted-address.ts'

/** Reads a text as an address on a network; one that has its memo in it is taken apart, since nothing else knows it by that form. */
export function readAsked(text: string, networkId: string | null): PastedAddress | null {
  const read = readAddress(text)
  const apart = read?.kind === 'address' ? splitMemo(read.address, networkId) : null
  if (read?.kind !== 'address' || apart === null) return read
  const memo = apart.memo === null ? 'It has no memo.' : `Its memo is ${apart.memo}.`
  return {
    kind: 'address',
    address: apart.address,
    memo: apart.memo ?? read.memo,
    remarks: [...read.remarks, `${read.address} stands for this address and a memo. ${memo}`],
  }
}
