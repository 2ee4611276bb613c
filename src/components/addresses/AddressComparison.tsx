import type { ReactNode } from 'react'
import type { LookAlike } from '../../addresses/known.ts'
import type { DifferencePart } from '../../addresses/likeness.ts'
import { groupsOfFour, withHiddenNamed } from '../untrusted-text.ts'
import { AddressName } from './AddressName.tsx'
import styles from './addresses.module.css'
import { useAddressBook } from './book.tsx'

/** An address and the trusted one that it resembles, one above the other, with the characters marked in which they differ. */
export function AddressComparison({
  address,
  lookAlike: { known },
  title = 'This address',
}: {
  address: string
  lookAlike: LookAlike
  /** What the first of the two is called. */
  title?: ReactNode
}) {
  const difference = useAddressBook()?.differenceOf(address, known)
  if (!difference) return null
  return (
    <figure
      className={styles.figure}
      aria-label={`Beside ${withHiddenNamed(known.name || known.id || 'the known address')}`}
    >
      <dl className={styles.comparison}>
        <div>
          <dt>{title}</dt>
          <dd>
            <Parts parts={difference.address} />
          </dd>
        </div>
        <div>
          <dt>
            <AddressName known={known} link />
          </dt>
          <dd>
            <Parts parts={difference.trusted} />
          </dd>
        </div>
      </dl>
    </figure>
  )
}

/** In groups of four over both lines, so that equal places stand one under the other. */
function Parts({ parts }: { parts: readonly DifferencePart[] }) {
  const characters = parts.flatMap(({ text, differs }) =>
    [...text].map((character) => ({ character, differs })),
  )
  let at = 0
  return (
    <span className={styles.whole}>
      {groupsOfFour(characters.map(({ character }) => character).join('')).map((group) => {
        const start = at
        at += [...group].length
        return (
          <span key={start} className={styles.group}>
            {runs(characters.slice(start, at)).map(({ text, differs, key }) =>
              differs ? <mark key={key}>{text}</mark> : text,
            )}
          </span>
        )
      })}
    </span>
  )
}

function runs(characters: readonly { character: string; differs: boolean }[]) {
  const found: { text: string; differs: boolean; key: number }[] = []
  characters.forEach(({ character, differs }, key) => {
    const last = found.at(-1)
    if (last?.differs === differs) last.text += character
    else found.push({ text: character, differs, key })
  })
  return found
}
