import { currencyOf } from '../../api/prices.ts'
import type { ListName } from '../../contract/console-api.ts'
import { type ConsoleListName, sortColumns } from '../../contract/console-api.ts'
import { listTarget } from '../../contract/console-targets.ts'
import type { FilterValue } from '../../contract/endpoints.ts'
import type { ListPage } from '../../list/list-page.ts'
import { type ListRequest, setFilters } from '../../url/page-state.ts'
import { DownloadMenu } from './DownloadMenu.tsx'

/** The list of a page as a file, in the order of the page. */
export function ExportButton<R extends object>({
  list: { of, link, table, prices },
  found = {},
  narrowedBy = [],
}: {
  list: ListPage<R>
  /** By what the page finds beside its filters. */
  found?: Readonly<Record<string, FilterValue>>
  /** What hides rows on screen but not in the file, in words. */
  narrowedBy?: readonly string[]
}) {
  const { name, title } = of
  const { columns } = table.arrangement
  const [api, type] = apiList(name)
  const { sort, currency, ...unsorted } = link.request
  // What the API does not sort by, its files have in the service's order.
  const isSorted = sortColumns[api].some((column) => column === link.sorting?.column)
  // Files of transactions alone have values.
  const valuedIn =
    api === 'transactions' && columns.includes('value') ? currencyOf(prices.inColumns) : undefined
  const parameters: ListRequest<string> = {
    ...(isSorted ? link.request : unsorted),
    ...found,
    ...(valuedIn !== undefined && { currency: valuedIn }),
  }
  const target = listTarget(api, parameters, type)
  return (
    <DownloadMenu
      label={`Export ${title.toLowerCase()}`}
      target={target}
      title={title}
      filter={setFilters({ ...link.filter, ...found })}
      shown={{ list: name, columns: table.inFile }}
      narrowedBy={narrowedBy}
    />
  )
}

/** With the type of a balance list. */
function apiList(name: ListName): readonly [ConsoleListName, string] {
  switch (name) {
    case 'balances-cold':
      return ['balances', 'cold']
    case 'balances-warm':
      return ['balances', 'warm']
    default:
      return [name, 'all']
  }
}
