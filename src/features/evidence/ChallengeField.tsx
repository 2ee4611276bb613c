import { isChallenge } from '../../contract/attestation.ts'
import { TextField } from '../../ui/fields.tsx'

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

/** An empty challenge is valid too. */
export function isChallengeText(text: string): boolean {
  return text.trim() === '' || isChallenge(text.trim())
}
