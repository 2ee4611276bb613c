import styles from './Activity.module.css'
import { BarValue } from './BarValue.tsx'
import { type Bar, type Choice, textsOf, unreadableIn } from './bars.ts'
import { type Side, sides, sumOf } from './figures.ts'
import { sideLabel } from './words.ts'

/** What the two colours stand for, with the sum of each once every period is read. */
export function Legend({ bars, choice }: { bars: readonly Readonly<Record<Side, Bar>>[]; choice: Choice }) {
  return (
    <ul className={styles.legend}>
      {sides.map((side) => {
        const own = bars.map((bar) => bar[side])
        const isPending = own.some((bar) => bar.isPending)
        return (
          <li key={side} className={styles.total}>
            <span className={styles.side}>
              <svg className={styles.swatch} data-side={side} viewBox="0 0 10 10" aria-hidden="true">
                <path d={side === 'in' ? 'M5 1 9 9H1Z' : 'M5 9 1 1H9Z'} />
              </svg>
              {sideLabel(choice, side)}
            </span>
            <strong>
              <BarValue
                bar={{
                  value: isPending
                    ? null
                    : { text: sumOf(textsOf(bars, side)), unreadable: unreadableIn(own) },
                  isPending,
                  isPart: own.some(({ value, isPart }) => isPart || value === null),
                }}
                isAmount={choice.isAmount}
              />
            </strong>
          </li>
        )
      })}
    </ul>
  )
}
