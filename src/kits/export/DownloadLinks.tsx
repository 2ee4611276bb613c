import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { apiBase } from '../../api/open-pack.ts'
import { type RowsOfTarget, useRowsOf } from '../../api/records.ts'
import { useSession, useSessionFingerprint } from '../../api/session.ts'
import type { FileFormat, ListName } from '../../contract/console-api.ts'
import { counted } from '../../contract/count-text.ts'
import type { FilterValue } from '../../contract/endpoints.ts'
import { FailureTitle } from '../../display/errors.tsx'
import { wordsOfFilter } from '../../display/filter-words.ts'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { listExport, withIdentity } from '../../files/list-export.ts'
import { FileLink } from '../../ui/buttons.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import styles from './export.module.css'

export interface DownloadSubject {
  /** Path and query of the API, as `listTarget`, `totalsTarget` and `reportTarget` give them. */
  readonly target: string
  /** "Transactions". */
  readonly title: string
  readonly filter: Readonly<Partial<Record<string, FilterValue>>>
  /** What the file has of the columns on screen, in their order. Without them the file has all columns. */
  readonly shown?: { readonly list: ListName; readonly columns: readonly string[] }
  /** What hides rows on the page but not in the file, in words. */
  readonly narrowedBy?: readonly string[]
  /** What the file would contain, where the page knows that. By default the gateway is asked. */
  readonly rows?: RowsOfTarget
  /** Whether it is signed unless its reader wants a plain file. */
  readonly isSignedFirst?: boolean
}

const formats = [
  ['csv', 'CSV', 'Opens anywhere. Spreadsheets round long amounts.'],
  ['xlsx', 'Excel', 'Exact amounts as text, with rounded numbers for formulas.'],
  ['json', 'JSON', 'Whole records, with the field names of the API.'],
] as const satisfies readonly (readonly [FileFormat, string, string])[]

/** Plain links: the browser shows how its download goes on. */
export default function DownloadLinks({
  target,
  title,
  filter,
  shown,
  narrowedBy = [],
  rows,
  isSignedFirst = false,
}: DownloadSubject) {
  const [columns, setColumns] = useState<'all' | 'shown'>('all')
  const session = useSession().data
  // Nothing that comes from a pack is signed.
  const canBeSigned = session?.signsFiles === true && session.pack === null
  const [proof, setProof] = useState<'plain' | 'signed'>(isSignedFirst ? 'signed' : 'plain')
  const isSigned = canBeSigned && proof === 'signed'
  const fingerprint = useSessionFingerprint()
  const whole = wholeTarget(target)
  const chosen = shown && columns === 'shown' ? withIdentity(listExport(shown.list), shown.columns) : []
  return (
    <div className={styles.menu}>
      <p>
        <UntrustedText text={`${title} · ${wordsOfFilter(filter)}`} />
      </p>
      {rows ? <RowsText {...rows} /> : <Size target={whole} />}
      {narrowedBy.length > 0 && (
        <p className={styles.caveat}>
          Includes rows that this page hides: <UntrustedText text={narrowedBy.join(', ')} />
        </p>
      )}
      {shown && (
        <SegmentedControl
          label="Columns"
          value={columns}
          options={[
            { value: 'all', label: 'All columns' },
            { value: 'shown', label: 'As shown' },
          ]}
          onChange={setColumns}
        />
      )}
      {canBeSigned && (
        <div className={styles.proof}>
          <SegmentedControl
            label="Signature"
            value={proof}
            options={[
              { value: 'plain', label: 'Plain file' },
              { value: 'signed', label: 'Signed' },
            ]}
            onChange={setProof}
          />
          <p className={layout.muted}>
            {isSigned
              ? 'A ZIP with the file and this console’s signature. Anyone can verify it.'
              : 'Cannot be verified later.'}
          </p>
        </div>
      )}
      <ul className={styles.formats}>
        {formats.map(([format, name, hint]) => (
          <li key={format}>
            <FileLink
              href={
                fingerprint === null
                  ? null
                  : fileHref(whole, {
                      ...{ as: format, fingerprint, isSigned },
                      columns: format === 'json' ? [] : chosen,
                    })
              }
            >
              {name}
            </FileLink>
            <span className={layout.muted}>{hint}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A file has all rows. */
function wholeTarget(target: string): string {
  const [path = '', query = ''] = target.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete('limit')
  parameters.delete('offset')
  return withParameters(path, parameters)
}

function withParameters(target: string, more: URLSearchParams): string {
  return more.size === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${more}`
}

interface FileChoice {
  readonly as: FileFormat
  readonly columns: readonly string[]
  readonly fingerprint: string
  readonly isSigned: boolean
}

function fileHref(target: string, { as, columns, fingerprint, isSigned }: FileChoice): string {
  const file = new URLSearchParams([
    ['as', as],
    ...columns.map((column) => ['column', column]),
    ...(isSigned ? [['signed', 'true']] : []),
    ['fingerprint', fingerprint],
  ])
  return apiBase + withParameters(target, file)
}

function Size({ target }: { target: string }) {
  const query = useRowsOf(target)
  const failure = failureOf(query)
  if (failure !== null)
    return (
      <p role="alert" className={layout.bad}>
        <FailureTitle error={failure} />
      </p>
    )
  return query.data ? <RowsText {...query.data} /> : <p className={layout.muted}>Counting</p>
}

/** "25,012 rows, as of 14:02:15 UTC". */
function RowsText({ rows, undecided, as_of, completeness }: RowsOfTarget) {
  return (
    <>
      <p>
        {counted(rows, 'row')}, as of <Instant iso={as_of} timeOnly />
      </p>
      {undecided > 0 && (
        <p className={styles.caveat}>
          Partial: {counted(undecided, 'more row', 'more rows')} may be in the period.
        </p>
      )}
      {completeness === 'partial' && (
        <p className={styles.caveat}>Partial: the list could not be read whole.</p>
      )}
    </>
  )
}
