import CircleCheck from 'lucide-react/icons/circle-check'
import { FullIdentifier } from '../../../records/Identifier.tsx'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../../ui/Box.tsx'
import type { Check } from './check.ts'
import type { Outcome } from './verdict.ts'
import styles from './verify.module.css'
import * as words from './words.ts'

/** The verdict on an export, or on a pack of them. */
export function Headline({
  name,
  headline,
  outcome,
  checks,
}: {
  name: string
  headline: string
  outcome: Outcome
  /** Among them that of the signature. */
  checks: readonly Check[]
}) {
  const isSigned = checks.some(({ name, verdict }) => name === 'signature' && verdict === 'pass')
  const title = <UntrustedText text={headline} />
  return outcome === 'complete' ? (
    <Box>
      <BoxTitle icon={isSigned && <CircleCheck aria-hidden />}>{title}</BoxTitle>
      <BoxNote>
        <UntrustedText text={name} />
      </BoxNote>
    </Box>
  ) : (
    <Banner tone={outcome === 'wrong' ? 'danger' : 'warning'} title={title}>
      <p>
        <UntrustedText text={name} />
      </p>
    </Banner>
  )
}

/** Digests to be compared with those that somebody noted, and what the checks do not prove. */
export function Digests({
  digests,
  checks,
}: {
  digests: readonly (readonly [name: string, digest: string])[]
  checks: readonly Check[]
}) {
  return (
    <>
      {digests.map(([name, digest]) => (
        <div key={name} className={styles.noted}>
          <span className={styles.note}>{name}</span>
          <FullIdentifier text={digest} />
        </div>
      ))}
      <p className={styles.note}>{words.caveatOf(checks)}</p>
    </>
  )
}
