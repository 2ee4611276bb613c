/** The checks one by one: what the facts say beside what was found. */
import { counted } from '../contract/count-text.ts'
import type { Check } from './check.ts'
import { contradictionsIn } from './contradictions.ts'
import type { ExportFacts } from './facts.ts'
import { listExportAt } from './lists.ts'
import { oddityWords } from './oddity.ts'
import { formatNames, type OpenExport } from './open-export.ts'
import type { Found } from './read-through.ts'
import { regroup } from './totals.ts'
import { figuresOf } from './totals-figures.ts'

/** The form of the file, and what other programs have done to it. */
export function checkForm({ format }: OpenExport, { unreadable, oddities }: Found): Check {
  const expected = `${formatNames[format]} as this console writes it`
  const odd = sentence(oddities.map((oddity) => oddityWords[oddity]).join(', and '))
  const found = unreadable ?? (odd ? `${odd}: size and SHA-256 can therefore not agree.` : expected)
  return { name: 'form', verdict: verdict(found === expected), expected, found }
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Where only the form is another: whether what stands in the file, written anew as this console does, is the file of the facts. */
export function checkAnew({ file }: ExportFacts, { anewSha256 }: Found): readonly Check[] {
  if (anewSha256 === null || file.sha256 === null) return []
  const isSame = file.sha256 === anewSha256
  return [
    {
      name: 'anew',
      verdict: isSame ? 'pass' : 'unchecked',
      expected: file.sha256,
      found: isSame
        ? anewSha256
        : 'another, as it is also where nothing but line breaks within cells were changed',
    },
  ]
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
  if (columns === null)
    return [{ name: 'columns', verdict: 'unchecked', expected, found: 'not read: reading failed before' }]
  const found = columns.join(', ')
  return [{ name: 'columns', verdict: verdict(expected === found), expected, found }]
}

export function checkRows({ rows: expected }: ExportFacts, { rows, unreadable }: Found): Check {
  const isPart = unreadable !== null
  return {
    name: 'rows',
    verdict: isPart && rows <= expected ? 'unchecked' : verdict(rows === expected),
    expected: String(expected),
    found: isPart ? `${rows} before reading failed` : String(rows),
  }
}

export function checkRepeated({ repeated, unreadable }: Found): Check {
  const expected = 'none'
  if (repeated === null)
    return {
      name: 'repeated',
      verdict: 'unchecked',
      expected,
      found: unreadable === null ? 'These rows have no ids.' : 'not read: reading failed before',
    }
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

/** Every figure that can be made of the columns that the file has; what it lacks is said. */
export function checkTotals({ facts, spelled }: OpenExport, { totals, unreadable, rows }: Found): Check {
  const name = 'totals'
  const { by, sums } = totals
  const isOfNone = rows === 0 || listExportAt(facts.asked.endpoint)?.name !== facts.list
  if (facts.totals.groups.length === 0 && isOfNone)
    return { name, verdict: 'unchecked', expected: 'none', found: 'none' }
  const stated = facts.totals.groups.length * (1 + facts.totals.sums.length)
  const expected = counted(stated, 'figure')
  // A part of the rows has other totals, which proves nothing.
  if (unreadable !== null)
    return { name, verdict: 'unchecked', expected, found: 'not added up, since reading failed' }
  const figures = figuresOf(regroup(facts.totals, by, sums, spelled), totals)
  const wrong = figures.filter((figure) => figure.expected !== figure.found).length
  const missing = [
    ...facts.totals.by.filter((column) => !by.includes(column)),
    ...facts.totals.sums.filter((column) => !sums.includes(column)),
  ]
  const lacks = missing.length === 0 ? '' : `; the file has no column ${missing.join(', ')}`
  const isWithoutSums = sums.length === 0 && facts.totals.sums.length > 0
  if (wrong > 0)
    return {
      name,
      verdict: 'fail',
      expected,
      found: `${counted(wrong, 'figure')} of ${figures.length} otherwise${lacks}`,
      figures,
    }
  const same = `${figures.length} of ${counted(stated, 'figure')} the same`
  return {
    name,
    verdict: isWithoutSums ? 'unchecked' : 'pass',
    expected,
    found: missing.length === 0 ? 'the same' : isWithoutSums ? `no sum; ${same}${lacks}` : `${same}${lacks}`,
    figures,
  }
}

export function checkCompleteness({ facts, name }: OpenExport): Check {
  const { completeness, reasons } = facts
  const byName = /\.PARTIAL\b/i.test(name) ? 'partial' : 'complete'
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
