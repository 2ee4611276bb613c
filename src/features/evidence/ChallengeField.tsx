import { isChallenge } from '../../contract/attestation.ts'
import { TextField } from '../../ui/fields.tsx'

/** What the recipient of evidence gave to begin it with. */
export function ChallengeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Challenge"
      hint="Optional. What the recipient gave you to begin the evidence with, so that it cannot be older."
      error={isChallengeText(value) ? null : 'Letters, digits and . : ~ + / = _ - alone, up to 128.'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Whether a challenge can be used as it was typed. None can, too. */
export function isChallengeText(text: string): boolean {
  return text.trim() === '' || isChallenge(text.trim())
}
