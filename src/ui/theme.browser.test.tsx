import { expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { draw } from './testing/draw.tsx'
import { useTheme } from './theme.ts'

const systemIs = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })

test('the theme is the system’s until one is chosen', async () => {
  let choose: ReturnType<typeof useTheme>['setTheme'] = () => {}
  function Themed() {
    choose = useTheme().setTheme
    return null
  }
  const ink = () => getComputedStyle(document.body).color
  await systemIs('light')
  draw(<Themed />)
  const light = ink()
  choose('dark')
  const dark = ink()
  expect(dark).not.toBe(light)
  choose('system')
  expect(ink()).toBe(light)
  await systemIs('dark')
  expect(ink()).toBe(dark)
  choose('light')
  expect(ink()).toBe(light)
  choose('system')
  await systemIs('light')
})
