import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { FinderButton } from '../kits/finder/Finder.tsx'
import { RefreshIcon } from '../list/refresh.tsx'
import { AppShell } from '../ui/AppShell.tsx'
import { groups, product } from './navigation.tsx'

/**
 * The frame as HTML. The build writes it into the page, so that it is there before any script runs. The gateway takes it out where nobody is
 * signed in.
 */
export function frameHtml(): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <AppShell
        product={product}
        groups={groups}
        refresh={<RefreshIcon />}
        search={<FinderButton />}
        bell
        footer={null}
      >
        {null}
      </AppShell>
    </MemoryRouter>,
  )
}
