/** The checks one by one: what the facts say beside what was found. */
import { counted } from '../contract/count-text.ts'
import type { Check } from './check.ts'
import { contradictionsIn } from './contradictions.ts'
import type { ExportFacts } from './facts.ts'
import { listExportAt } from './lists.ts'
import { formatNames, type OpenExport } from './open-export.ts'
import type { Found } from './read-through.ts'
import { regroup } from './totals.ts'
import { figuresOf } from './totals-figures.ts'

export function checkForm({ format }: OpenExport, { unreadable }: Found): Check {
  const expected = `${formatNames[format]} as this console writes it`
  return { name: 'form', verdict: verdict(unreadable === null), expected, found: unreadable ?? expected }
}

export function checkSize({ facts, file }: OpenExport): readonly Check[] {
  const { bytes } = facts.file
  if (bytes === null) return []
  return [
    {
      name: 'size',
      verdict: verdict(bytes === file.size),
      expected: `${bytes} bytes`,
      found: `${file.size} bytes`,
    },
  ]
}

export function checkDigests({ file }: ExportFacts, found: Found): readonly Check[] {
  const isWithin = file.format === 'xlsx'
  const whole: Check = {
    name: 'digest',
    verdict: verdict(file.sha256 !== null && file.sha256 === found.sha256),
    expected: file.sha256 ?? 'none: the facts hold no digest',
    found: found.sha256 ?? 'not computed, since a file of another size is another file',
  }
  if (!isWithin) return [whole]
  const rows: Check = {
    name: 'rows-digest',
    verdict: verdict(file.rows_sha256 !== null && file.rows_sha256 === found.rowsSha256),
    expected: file.rows_sha256 ?? 'none: the facts hold no digest',
    found: found.rowsSha256 ?? '',
  }
  // The facts within a file cannot state the digest of the whole; those beside it can.
  return file.sha256 === null ? [rows] : [whole, rows]
}

/** Facts that were changed alone contradict each other, or what is in the file. */
export function checkFacts({ facts, beside }: OpenExport, { unreadable, repeated, rows }: Found): Check {
  const contradictions = [...(beside?.odd ?? []), ...contradictionsIn(facts, beside === null)]
  const { records } = facts.read
  // Of a list that was read whole each record was given once, and each has an id. Rows that are missing are no fault of the facts.
  const isWhole = facts.completeness === 'complete' && unreadable === null && rows === facts.rows
  if (isWhole && repeated && repeated.nameless === 0 && repeated.records !== records)
    contradictions.push(`${records} records were read, and the file holds ${repeated.records}.`)
  const expected = 'no contradiction'
  return {
    name: 'facts',
    verdict: verdict(contradictions.length === 0),
    expected,
    found: contradictions.length === 0 ? expected : contradictions.join(' '),
  }
}

/** That every row is one that the filter of the facts lets through, as far as the columns tell. */
export function checkFilter({ misfits, unreadable }: Found): readonly Check[] {
  if (misfits === null || misfits.looked.length === 0) return []
  const expected = misfits.looked.join(', ')
  const { records } = misfits
  const name = 'filter'
  if (records > 0)
    return [
      { name, verdict: 'fail', expected, found: `${counted(records, 'record does', 'records do')} not fit` },
    ]
  return unreadable === null
    ? [{ name, verdict: 'pass', expected, found: 'every record fits' }]
    : [{ name, verdict: 'unchecked', expected, found: 'reading failed before the end' }]
}

export function checkColumns({ asked }: ExportFacts, { columns }: Found): readonly Check[] {
  if (asked.columns === null) return []
  const expected = asked.columns.join(', ')
  const found = columns?.join(', ') ?? 'none'
  return [{ name: 'columns', verdict: verdict(expected === found), expected, found }]
}

export function checkRows({ rows: expected }: ExportFacts, { rows, unreadable }: Found): Check {
  const isPart = unreadable !== null
  return {
    name: 'rows',
    verdict: verdict(!isPart && rows === expected),
    expected: String(expected),
    found: isPart ? `${rows} before reading failed` : String(rows),
  }
}

export function checkRepeated({ repeated, unreadable }: Found): Check {
  const expected = 'none'
  if (repeated === null)
    return { name: 'repeated', verdict: 'unchecked', expected, found: 'These rows have no ids.' }
  const { count, examples, nameless } = repeated
  const without = nameless > 0 ? ` ${nameless} ${nameless === 1 ? 'row has' : 'rows have'} none.` : ''
  if (count > 0)
    return {
      name: 'repeated',
      verdict: 'fail',
      expected,
      found: `${count}: ${examples.join(', ')}${without}`,
    }
  return {
    name: 'repeated',
    verdict: unreadable === null ? 'pass' : 'unchecked',
    expected,
    found: unreadable === null ? `none${without && `.${without}`}` : 'none before reading failed',
  }
}

export function checkTotals({ facts, spelled }: OpenExport, { totals, unreadable, rows }: Found): Check {
  const { by, sums } = totals
  if (
    facts.totals.groups.length === 0 &&
    (rows === 0 || listExportAt(facts.asked.endpoint)?.name !== facts.list)
  )
    return { name: 'totals', verdict: 'unchecked', expected: 'none', found: 'none' }
  const figures = figuresOf(regroup(facts.totals, by, sums, spelled), totals)
  const wrong = figures.filter(({ expected, found }) => expected !== found).length
  return {
    name: 'totals',
    verdict: verdict(wrong === 0 && unreadable === null),
    expected: counted(figures.length, 'figure'),
    found:
      unreadable !== null
        ? 'not all, since reading failed'
        : wrong === 0
          ? 'the same'
          : `${counted(wrong, 'figure')} of ${figures.length} otherwise`,
    figures,
  }
}

export function checkCompleteness({ facts, name }: OpenExport): Check {
  const { completeness, reasons } = facts
  const byName = /\.PARTIAL\b/.test(name) ? 'partial' : 'complete'
  const isSound = (completeness === 'complete') === (reasons.length === 0)
  return {
    name: 'completeness',
    verdict: verdict(byName === completeness && isSound),
    expected: [completeness, ...reasons].join(': '),
    found: `${byName} by its name${isSound ? '' : ', and the facts contradict themselves'}`,
  }
}

function verdict(isRight: boolean): 'pass' | 'fail' {
  return isRight ? 'pass' : 'fail'
}
