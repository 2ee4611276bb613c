/** Fields of the dialogs that make files. */
import * as z from 'zod/mini'
import { isChallenge } from '../../contract/attestation.ts'
import { type ExportFormat, exportFormats } from '../../files/list-export.ts'
import { browserStore, parseJson } from '../../ui/browser-store.ts'
import { SegmentedControl, TextField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import styles from './evidence.module.css'

const choiceForm = z.object({
  format: z.enum(exportFormats),
  columns: z.enum(['all', 'shown']),
  /** Null: as the columns on screen. */
  dates: z.nullable(z.boolean()),
  /** In a ZIP with the answers that it follows from. */
  evidence: z.boolean(),
})
export type FileChoice = z.infer<typeof choiceForm>

export const lastFileChoice = browserStore<FileChoice>('export', {
  parse: (text) =>
    choiceForm.safeParse(parseJson(text)).data ?? {
      format: 'csv',
      columns: 'all',
      dates: null,
      evidence: false,
    },
  serialise: JSON.stringify,
})

export function FormatField({
  value,
  onChange,
}: {
  value: ExportFormat
  onChange: (value: ExportFormat) => void
}) {
  return (
    <div className={styles.format}>
      <SegmentedControl
        label="Format"
        value={value}
        options={exportFormats.map((each) => ({ value: each, label: each.toUpperCase() }))}
        onChange={onChange}
      />
      <p className={layout.muted}>{formatHints[value]}</p>
    </div>
  )
}

const formatHints: Readonly<Record<ExportFormat, string>> = {
  csv: 'Opens anywhere. Spreadsheets round long amounts; use XLSX for those.',
  json: 'Whole records, with the field names of the API.',
  xlsx: 'Exact amounts as text, with rounded numbers for formulas.',
}

export function EvidenceFields({
  choice,
  what,
  challenge,
  onChange,
  onChallenge,
}: {
  choice: FileChoice
  /** What the ZIP holds beside the file, in sentences. */
  what: string
  challenge: string
  onChange: (choice: FileChoice) => void
  onChallenge: (challenge: string) => void
}) {
  return (
    <>
      <label className={layout.line}>
        <input
          type="checkbox"
          checked={choice.evidence}
          onChange={({ target }) => onChange({ ...choice, evidence: target.checked })}
        />
        With evidence
      </label>
      {choice.evidence && (
        <>
          <p className={layout.muted}>One ZIP file, with the signed answers of the service. {what}</p>
          <ChallengeField value={challenge} onChange={onChallenge} />
        </>
      )}
    </>
  )
}

export function ChallengeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Challenge"
      hint="Optional. What the recipient gave you to begin the evidence with, so that it cannot be older."
      error={isChallengeText(value) ? null : challengeRule}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const challengeRule = 'Letters, digits and . : ~ + / = _ - alone, up to 128.'

/** An empty challenge is valid: it is optional. */
export function isChallengeText(text: string): boolean {
  return text.trim() === '' || isChallenge(text.trim())
}
