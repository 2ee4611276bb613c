/** A verdict in words: the same in the page and on the command line. */
import { counted } from '../contract/count-text.ts'
import type { Subject } from './about.ts'
import type { EvidenceVerdict } from './check.ts'
import { type Expectation, expectationWords } from './expectation.ts'

export interface RecitedTerm {
  readonly term: string
  /** May have texts of a service or a person in it, in quotation marks. */
  readonly text: string
}

/** What was signed, and nothing else. */
export function recitalOf({ about, keyId }: EvidenceVerdict): readonly RecitedTerm[] {
  if (about === null) return []
  const { what, service, account, account_typed: typed, as_of, read_whole, made_by, made_at, gateway } = about
  const vaults = what.vaults?.map(({ id, name }) => (name === '' ? id : `${quoted(name)} (${id})`))
  const accountText =
    typed === null
      ? (account ?? 'none was named')
      : `${quoted(typed)}, typed at sign-in: the service may have ignored it`
  const maker = 'person' in made_by ? `${quoted(made_by.person)} (${made_by.id})` : `the key ${made_by.key}`
  return [
    {
      term: 'What',
      text: kinds[what.kind] + (what.kind === 'pack' ? '' : `: ${what.name.replaceAll('-', ' ')}`),
    },
    { term: 'Period', text: what.period === null ? 'none' : periodText(what.period) },
    { term: 'Vaults', text: vaults?.join(', ') ?? 'all' },
    ...Object.entries(what.parameters).map(([term, values]) => ({
      term,
      text: values.map(quoted).join(', '),
    })),
    ...(what.sort === null ? [] : [{ term: 'Sorted by', text: what.sort }]),
    ...(what.columns === null ? [] : [{ term: 'Columns', text: what.columns.join(', ') }]),
    { term: 'Service', text: service },
    { term: 'Account', text: accountText },
    { term: 'As of', text: as_of },
    { term: 'Everything last read', text: read_whole ?? 'never' },
    { term: 'Made', text: `${made_at}, by ${maker}` },
    ...Object.entries(about.stated).map(([name, text]) => ({
      term: `Stated by its maker: ${name}`,
      text: quoted(text),
    })),
    { term: 'Gateway', text: `${gateway.name} ${gateway.version}` },
    { term: 'Signed by the key', text: keyId ?? '' },
    {
      term: 'Files',
      text: about.files.map(({ name, bytes }) => `${name} (${counted(bytes, 'byte')})`).join(', '),
    },
  ]
}

export function comparedSentence(expected: Expectation): string {
  const given = Object.entries(expected).flatMap(([name, value]) => (value === undefined ? [] : name))
  const [compared, others] = [true, false].map((isGiven) =>
    Object.entries(expectationWords).flatMap(([name, word]) =>
      given.includes(name) === isGiven ? word : [],
    ),
  )
  return [
    compared?.length ? `Compared: ${compared.join(', ')}.` : 'Nothing was compared with what you expect.',
    ...(others?.length ? [`Not compared: ${others.join(', ')}.`] : []),
  ].join(' ')
}

const kinds = { list: 'List', report: 'Report', pack: 'Audit pack' } as const

function periodText({ from, before, zone }: NonNullable<Subject['period']>): string {
  const begin = from === null ? 'from the beginning' : `from ${from}`
  const end = before === null ? '' : `, before ${before}`
  const days = zone === 'service' ? 'the service’s own days, in a zone that it does not say' : zone
  return `${begin}${end} (${days})`
}

function quoted(text: string): string {
  return `“${text}”`
}
