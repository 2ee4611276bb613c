import { CircleCheck } from 'lucide-react'
import { FullIdentifier } from '../../components/Identifier.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import type { Check } from '../../export/check.ts'
import { askedAgain } from '../../export/compare-now.ts'
import type { OpenExport } from '../../export/open-export.ts'
import { isVerified } from '../../export/verify.ts'
import { caveat, verdictOf } from '../../export/verify-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Box, BoxNote, BoxTitle } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Checks } from './Checks.tsx'
import { Comparison } from './Comparison.tsx'
import { Facts } from './Facts.tsx'
import { FileDrop } from './FileDrop.tsx'
import { useVerification } from './use-verification.ts'
import styles from './verify.module.css'

/** `/verify`: whether an export is still what was written, checked in this browser alone. */
export default function VerifyPage() {
  const { chosen, verification, choose, cancel } = useVerification()
  return (
    <>
      <PageHeader title="Verify an export" />
      <div className={styles.body}>
        <FileDrop
          chosen={verification.phase === 'choosing' ? chosen : { file: null, facts: null }}
          onChoose={choose}
        />
        {verification.phase === 'checking' && (
          <Box>
            <p role="status">
              Checking <UntrustedText text={chosen.file?.name ?? ''} />
            </p>
            <progress
              className={styles.bar}
              aria-label="Bytes read"
              max={verification.size}
              value={verification.bytes}
            />
            <div>
              <Button small onClick={cancel}>
                Cancel
              </Button>
            </div>
          </Box>
        )}
        {verification.phase === 'unreadable' && (
          <Banner tone="danger" title={<UntrustedText text={chosen.file?.name ?? 'This file'} />}>
            <p>{verification.sentence}</p>
          </Banner>
        )}
        {verification.phase === 'checked' && (
          <Result
            key={`${chosen.file?.name} ${chosen.file?.lastModified}`}
            opened={verification.opened}
            checks={verification.checks}
          />
        )}
      </div>
    </>
  )
}

function Result({ opened, checks }: { opened: OpenExport; checks: readonly Check[] }) {
  const asked = askedAgain(opened.facts)
  const sentence = verdictOf(opened.facts, checks)
  return (
    <>
      <section className={styles.section} aria-label="Result">
        {isVerified(checks) && opened.facts.completeness === 'complete' ? (
          <Box>
            <BoxTitle icon={<CircleCheck aria-hidden />}>{sentence}</BoxTitle>
            <BoxNote>
              <UntrustedText text={opened.name} /> is what its facts say.
            </BoxNote>
          </Box>
        ) : (
          <Banner tone={isVerified(checks) ? 'warning' : 'danger'} title={sentence}>
            <p>
              <UntrustedText text={opened.name} />
            </p>
          </Banner>
        )}
        <Checks checks={checks} />
        {opened.beside && (
          <div className={styles.noted}>
            <span className={styles.note}>SHA-256 of the facts</span>
            <FullIdentifier text={opened.beside.sha256} />
          </div>
        )}
        <p className={styles.note}>{caveat}</p>
      </section>
      <section className={styles.section} aria-label="Facts">
        <h2 className={styles.heading}>What the facts say</h2>
        <Facts facts={opened.facts} />
      </section>
      {asked && <Comparison opened={opened} asked={asked} />}
    </>
  )
}
