import Wallet from 'lucide-react/icons/wallet'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AppShell } from './AppShell.tsx'
import { draw } from './testing/draw.tsx'

test('a small laptop has the navigation as a rail of icons that say their names', async () => {
  await page.viewport(1024, 768)
  const groups = [{ label: null, items: [{ to: '/vaults', label: 'Vaults', icon: <Wallet size={16} /> }] }]
  const rest = { refresh: null, search: null, bell: null, footer: null }
  draw(
    <AppShell product="Console" groups={groups} {...rest}>
      The page
    </AppShell>,
  )
  const widthOf = (element: Element) => element.getBoundingClientRect().width
  expect(widthOf(page.getByRole('banner').element())).toBeLessThan(60)
  const name = page.getByText('Vaults')
  expect(widthOf(name.element())).toBeLessThan(2)
  await page.getByRole('link', { name: 'Vaults' }).hover()
  await expect.element(name).toBeInViewport({ ratio: 1 })
  await expect.poll(() => widthOf(name.element())).toBeGreaterThan(40)
})

test.each([
  ['View', '/list?status=b&status=a&sort=amount%3Adesc&vault=1'],
  ['List', '/list?status=a&status=b&status=c'],
  ['List', '/list?status=a'],
])('%s is current at %s, in whatever order its rows are', async (label, address) => {
  const item = (to: string, name: string) => ({ to, label: name, icon: null })
  const items = [item('/list', 'List'), item('/list?status=a&status=b&sort=date%3Aasc', 'View')]
  const rest = { refresh: null, search: null, bell: null, footer: null }
  draw(
    <AppShell product="Console" groups={[{ label: null, items }]} {...rest}>
      The page
    </AppShell>,
    address,
  )
  await expect
    .element(page.getByRole('link', { name: label, exact: true }))
    .toHaveAttribute('aria-current', 'page')
})
