import { countText } from '../../contract/count-text.ts'
import { Amount } from '../../records/Amount.tsx'
import type { Bar } from './bars.ts'
import { atLeast, notRead } from './words.ts'

/** The value of a bar in words: "34", "at least 10,000", "not read". With `fractionWidth` the points of a column's amounts align. */
export function BarValue({
  bar: { value, isPart },
  isAmount,
  fractionWidth = 0,
}: {
  bar: Pick<Bar, 'value' | 'isPart'>
  isAmount: boolean
  fractionWidth?: number
}) {
  if (!value) return notRead
  return (
    <>
      {(isPart || value.unreadable > 0) && `${atLeast} `}
      {isAmount ? <Amount value={value.text} fractionWidth={fractionWidth} /> : countText(Number(value.text))}
    </>
  )
}
