/** Short lists, read whole: vaults, balances and whitelists, for tables that narrow them and for names. */
import { useQuery } from '@tanstack/react-query'
import { unexpectedBody } from '../contract/api-error.ts'
import type { ConsoleListName, ListBody, ListedRecords } from '../contract/console-api.ts'
import { type ListParameters, listTarget } from '../contract/console-targets.ts'
import { limitRange } from '../contract/endpoints.ts'
import { type RecordsQuery, readList, recordsKey } from './records.ts'

type ShortListName = Exclude<ConsoleListName, 'transactions'>

export type WholeFilter<Name extends ShortListName> = Omit<ListParameters<Name>, 'limit' | 'offset' | 'sort'>

export interface ShortList<Row> extends ListBody<Row> {
  /** What is missing here is not in the list. Otherwise there may be more. */
  readonly isWhole: boolean
}

export function wholeListQuery<Name extends ShortListName>(
  name: Name,
  filter: WholeFilter<Name>,
  /** Of a balance list. */
  type = 'all',
): RecordsQuery<ShortList<ListedRecords[Name]>> {
  return wholeListAt(listTarget<ShortListName>(name, { ...filter, limit: limitRange.max }, type))
}

/** `target`: of its first page. */
export function wholeListAt<Row>(target: string): RecordsQuery<ShortList<Row>> {
  return {
    queryKey: recordsKey('whole', target),
    queryFn: ({ signal }) =>
      joinPages(target, (offset) =>
        readList<Row>(offset === 0 ? target : `${target}&offset=${offset}`, signal),
      ),
  }
}

export function useWholeList<Name extends ShortListName>(
  name: Name,
  filter: WholeFilter<Name>,
  { type = 'all', enabled = true }: { readonly type?: string; readonly enabled?: boolean } = {},
) {
  return useQuery({ ...wholeListQuery(name, filter, type), enabled })
}

/** Begins again where a page is of another revision than those before it: the rows would not join. */
export async function joinPages<Row>(
  target: string,
  readAt: (offset: number) => Promise<ListBody<Row>>,
): Promise<ShortList<Row>> {
  let revision: string | null | undefined
  let records: readonly Row[] = []
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await readAt(records.length)
    if (revision !== undefined && page.revision !== revision) {
      revision = undefined
      records = []
      continue
    }
    revision = page.revision
    records = [...records, ...page.records]
    if (!page.has_next || page.records.length === 0 || pages === mostPages - 1) {
      const { has_next, completeness } = page
      // Nothing proves that several answers of the service belong to one list.
      const isOneList = completeness === null ? pages === 0 : completeness !== 'partial'
      return {
        ...page,
        records,
        total: has_next ? null : records.length,
        isWhole: !has_next && isOneList,
      }
    }
  }
  throw unexpectedBody(target, 'pages of one revision')
}

/** A hundred thousand rows: the gateway goes no further into a list. */
const mostPages = 100
