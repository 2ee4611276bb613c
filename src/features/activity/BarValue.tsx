import { countText } from '../../contract/count-text.ts'
import { Amount } from '../../records/Amount.tsx'
import type { Bar } from './bars.ts'
import { atLeast, notRead, pending } from './words.ts'

/** The value of a bar in words: "34", "at least 10,000", "not read". With `fractionWidth` the points of a column's amounts align. */
export function BarValue({
  bar: { value, isPending, isPart },
  isAmount,
  fractionWidth = 0,
}: {
  bar: Pick<Bar, 'value' | 'isPending' | 'isPart'>
  isAmount: boolean
  fractionWidth?: number
}) {
  if (!value) return isPending ? pending : notRead
  return (
    <>
      {(isPart || value.unreadable > 0) && `${atLeast} `}
      {isAmount ? <Amount value={value.text} fractionWidth={fractionWidth} /> : countText(Number(value.text))}
    </>
  )
}
