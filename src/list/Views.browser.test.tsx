import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readerIn, sessionQuery } from '../api/session.ts'
import { parseSessionState } from '../contract/session.ts'
import { draw } from '../ui/testing/draw.tsx'
import Views from './Views.tsx'

const session = parseSessionState({
  ...{
    service: { address: null, id: null, embedded: true },
    signedIn: true,
    fingerprint: 'm',
    accountId: null,
  },
  ...{ person: null, fixedKey: false, demonstrationKey: null, provider: null, expiresAt: null },
  ...{ idleSeconds: null, sync: 'auto', keepsRecords: true, signsFiles: true, pack: null },
})
const key = `custody-console.views:${readerIn(session)}`

/** With these views of the reader's own. */
function drawViews(...names: readonly string[]) {
  localStorage.setItem(key, JSON.stringify(names.map((name) => ({ name, href: '/vaults' }))))
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, session)
  draw(
    <QueryClientProvider client={client}>
      <Views onOpen={() => {}} />
    </QueryClientProvider>,
    '/transactions?status=failed&tx=1',
  )
}

const button = (name: string) => page.getByRole('button', { name })
const field = page.getByLabelText('Name of this view')
const own = (name: string) => page.getByRole('link', { name })

async function save(as: string) {
  await button('Save this view…').click()
  await expect.element(field).toHaveFocus()
  await field.fill(as)
  await userEvent.keyboard('{Enter}')
}

test('a view is kept without the open record, and neither own nor built-in views lose their names', async () => {
  drawViews('Cold ETH')
  await save('  Failed   ones ')
  await expect.element(button('Save this view…')).toHaveFocus()
  await expect.element(own('Failed ones')).toHaveAttribute('aria-current', 'page')
  await expect.element(own('Failed ones')).toHaveAttribute('href', '/transactions?status=failed')
  for (const taken of ['Cold ETH', 'Pending']) {
    await save(taken.toUpperCase())
    await expect.element(field).toHaveAccessibleDescription(new RegExp(`“${taken}” already`))
    await button('Cancel').click()
    await expect.element(button('Save this view…')).toHaveFocus()
  }
})

test('one is deleted, and the focus goes to the heading', async () => {
  drawViews('First', 'Second')
  await button('Delete First').click()
  await expect.element(own('First')).not.toBeInTheDocument()
  await expect.element(own('Second')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Your views' })).toHaveFocus()
})

test('another tab’s views are there at once, and neither tab loses the other’s', async () => {
  drawViews()
  // Another page of the same site.
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const other = frame.contentWindow?.localStorage
  other?.setItem(key, JSON.stringify([{ name: 'From the other tab', href: '/vaults' }]))
  await expect.element(own('From the other tab')).toBeVisible()
  await save('From this tab')
  expect(JSON.parse(other?.getItem(key) ?? '')).toHaveLength(2)
  frame.remove()
})

test('one that the browser does not keep is not said to be kept', async () => {
  drawViews()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await save('Lost')
  await expect.element(field).toHaveAccessibleDescription(/Not saved: this browser’s storage/)
  await expect.element(own('Lost')).not.toBeInTheDocument()
})
