import { useState } from 'react'
import { type Amounts, amountNames, type Holding } from '../../api/records.ts'
import { Button } from '../../ui/buttons.tsx'
import { Amount } from '../amounts.tsx'
import { amountLabels } from '../labels.ts'
import styles from './ComponentCards.module.css'
import { hasSomething } from './shares.ts'

/**
 * A card for each component that holds something: what it means, of how many holdings, and how much of each. Amounts of different
 * assets stand under each other and are never added.
 */
export function ComponentCards({ holdings }: { holdings: readonly Holding[] }) {
  const cards = amountNames
    .map((name) => ({ name, held: holdings.filter(({ balances }) => hasSomething(balances[name])) }))
    .filter(({ held }) => held.length > 0)
  if (cards.length === 0) return null
  return (
    <ul className={styles.cards} aria-label="What is held, by state">
      {cards.map(({ name, held }) => (
        <li key={name} className={styles.card}>
          <Card name={name} held={held} all={holdings} />
        </li>
      ))}
    </ul>
  )
}

const shown = 4

function Card({
  name,
  held,
  all,
}: {
  name: keyof Amounts
  held: readonly Holding[]
  all: readonly Holding[]
}) {
  const [whole, setWhole] = useState(false)
  const { label, meaning } = amountLabels[name]
  const unknown = all.filter(({ balances }) => balances[name] === null).length
  return (
    <>
      <h2 className={styles.heading}>
        {label}
        <span className={styles.count}>
          {held.length} {held.length === 1 ? 'holding' : 'holdings'}
        </span>
      </h2>
      <p className={styles.meaning}>{meaning}</p>
      <ul className={styles.amounts}>
        {held.slice(0, whole ? undefined : shown).map(({ asset_id, balances }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index} className={styles.amount}>
            <Amount value={balances[name]} asset={asset_id} />
          </li>
        ))}
      </ul>
      {held.length > shown && (
        <div className={styles.more}>
          <Button small kind="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? `Only the first ${shown}` : `And ${held.length - shown} more`}
          </Button>
        </div>
      )}
      {unknown > 0 && <p className={styles.meaning}>Not given for {unknown} more.</p>}
    </>
  )
}
