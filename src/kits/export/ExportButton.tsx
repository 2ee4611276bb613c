import { listTarget } from '../../contract/console-targets.ts'
import type { ListName } from '../../contract/file-names.ts'
import type { ListParams } from '../../list/list-page.ts'
import type { ListTable } from '../../list/list-table.ts'
import type { RowData } from '../../ui/data-table.ts'
import { useOpened } from '../../ui/links.tsx'
import { setFilters } from '../../url/page-state.ts'
import { DownloadMenu } from './DownloadMenu.tsx'

/** The list of a page as a file, in the order of the page. */
export function ExportButton<R extends RowData>({
  params: { list, filter, request },
  table,
  narrowedBy = [],
  currency,
}: {
  params: ListParams
  table: ListTable<R>
  /** What hides rows on screen but not in the file, in words. */
  narrowedBy?: readonly string[]
  /** Of the values that the page shows beside transactions. */
  currency?: string | undefined
}) {
  const { name, title } = list
  const { columns } = table.arrangement
  const target = targetOf(name, columns.includes('value') && currency ? { ...request, currency } : request)
  const [isOpened, setOpened] = useOpened('export')
  return (
    <DownloadMenu
      label={`Export ${title.toLowerCase()}`}
      target={target}
      title={title}
      filter={setFilters(filter)}
      shown={{ list: name, columns }}
      narrowedBy={narrowedBy}
      isOpened={isOpened}
      onClose={() => setOpened(false)}
    />
  )
}

function targetOf(name: ListName, parameters: ListParams['request']): string {
  switch (name) {
    case 'balances':
      return listTarget('balances', parameters)
    case 'balances-cold':
    case 'balances-warm':
      return listTarget('balances', parameters, name === 'balances-cold' ? 'cold' : 'warm')
    default:
      return listTarget(name, parameters)
  }
}
