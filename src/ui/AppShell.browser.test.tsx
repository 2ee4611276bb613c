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
