import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LiveRegion } from '../ui/inline.tsx'
import { draw } from '../ui/testing/draw.tsx'
import { usePageKeys } from './list-focus.ts'

function Ends() {
  usePageKeys('only', true, { previous: null, next: null })
  return <LiveRegion />
}

test('before the first page and after the last, the keys that turn it say so', async () => {
  draw(<Ends />)
  await userEvent.keyboard('p')
  await expect.element(page.getByText('This is the first page.')).toBeInTheDocument()
  await userEvent.keyboard('n')
  await expect.element(page.getByText('This is the last page.')).toBeInTheDocument()
})
