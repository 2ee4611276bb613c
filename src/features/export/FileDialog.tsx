import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { useOpenPack, useSessionMark } from '../../api/session.ts'
import type { ReportName } from '../../contract/file-names.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import type { EvidenceInputs } from '../../files/evidence-inputs.ts'
import { type ExportFormat, exportFormats } from '../../files/list-export.ts'
import { browserStore, parseJson } from '../../ui/browser-store.ts'
import { Button } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { signInHref } from '../../url/sign-in.ts'
import { beginTask } from '../../work/work.ts'
import { ChallengeField, isChallengeText } from '../evidence/ChallengeField.tsx'
import styles from './export.module.css'

const choiceForm = z.object({
  format: z.enum(exportFormats),
  /** In a ZIP with the answers that it follows from. */
  evidence: z.boolean(),
})
type FileChoice = z.infer<typeof choiceForm>

const lastFileChoice = browserStore<FileChoice>('export', {
  parse: (text) =>
    choiceForm.safeParse(parseJson(text)).data ?? {
      format: 'csv',
      evidence: false,
    },
  serialise: JSON.stringify,
})

export interface FileOrder {
  readonly choice: FileChoice
  readonly session: string
  /** Null without evidence. */
  readonly evidence: { readonly challenge: string | null } | null
}

/** The message is for the reader. */
export class FileRefused extends Error {}

/** The dialog for files of reports. */
export function FileDialog({
  title,
  about,
  evidenceText,
  makeFile,
  onClose,
}: {
  title: string
  about: ReactNode
  /** What the ZIP holds beside the file, in sentences. Null if there can be no evidence. */
  evidenceText: string | null
  makeFile: (order: FileOrder) => Promise<void>
  onClose: () => void
}) {
  const session = useSessionMark()
  const location = useLocation()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(lastFileChoice.load)
  const [challenge, setChallenge] = useState('')
  // Evidence is read from the service, which an open pack does not have.
  const canHaveEvidence = useOpenPack() === null && evidenceText !== null
  const isEvidence = choice.evidence && canHaveEvidence
  const evidence = isEvidence ? { challenge: challenge.trim() || null } : null
  const making = useMutation({
    mutationFn: (session: string) => makeFile({ choice, session, evidence }),
    onSuccess() {
      lastFileChoice.set(choice)
      onClose()
    },
  })
  return (
    <Sheet
      label={`Export ${title.toLowerCase()}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            icon={<Download aria-hidden />}
            busy={making.isPending}
            disabled={isEvidence && !isChallengeText(challenge)}
            onClick={() => (session === null ? void navigate(signInHref(location)) : making.mutate(session))}
          >
            Export
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {making.error && <NotMade error={making.error} />}
        {about}
        <FormatField value={choice.format} onChange={(format) => setChoice({ ...choice, format })} />
        {canHaveEvidence && (
          <CheckField
            label="With evidence"
            checked={choice.evidence}
            onChange={(evidence) => setChoice({ ...choice, evidence })}
          />
        )}
        {isEvidence && (
          <>
            <p className={layout.muted}>
              One ZIP file, with the signed answers of the service. {evidenceText}
            </p>
            <ChallengeField value={challenge} onChange={setChallenge} />
          </>
        )}
        <VerifyLink isEvidence={isEvidence} onClose={onClose} />
      </div>
    </Sheet>
  )
}

function VerifyLink({ isEvidence, onClose }: { isEvidence: boolean; onClose: () => void }) {
  return (
    <p className={layout.muted}>
      {!isEvidence && 'A file alone cannot be verified. '}
      <Link to="/verify" onClick={onClose}>
        Verify evidence
      </Link>
    </p>
  )
}

function NotMade({ error }: { error: Error }) {
  const text = error instanceof FileRefused ? error.message : 'The file could not be made. Try again.'
  return (
    <p role="alert" className={layout.bad}>
      {text}
    </p>
  )
}

function CheckField({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={layout.line}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

function FormatField({ value, onChange }: { value: ExportFormat; onChange: (value: ExportFormat) => void }) {
  return (
    <div className={styles.options}>
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

export async function beginEvidence(
  { choice: { format }, session, evidence }: FileOrder,
  {
    kind,
    title,
    words,
    filter,
    about,
    inputs,
  }: {
    kind: ReportName
    title: string
    words: string
    filter: Readonly<Record<string, string>>
    about: { of: 'report'; link: string }
    inputs: EvidenceInputs
  },
): Promise<void> {
  await beginTask<EvidenceRequest>({
    ...{ kind: 'evidence', title, format: `${format.toUpperCase()} with evidence`, session, about: words },
    activity: { kind, format: 'zip', filter: { ...filter } },
    input: {
      about: { ...about, format: evidenceFormat, file: format },
      ...{ inputs, session, challenge: evidence?.challenge ?? null, name: kind },
    },
  })
}
