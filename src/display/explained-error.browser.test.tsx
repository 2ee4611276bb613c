import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError, type ApiFailure, noFailure } from '../contract/api-error.ts'
import { serviceErrors } from '../contract/errors.ts'
import { draw } from '../ui/testing/draw.tsx'
import { ExplainedError } from './explained-error.tsx'

const failed = (failure: Partial<ApiFailure>) =>
  new ApiError({ ...noFailure, kind: 'error-body', httpStatus: 400, ...failure })
const banner = page.getByRole('alert')

test('what the service sent is text, and what is hidden in it is visible', async () => {
  const sent = {
    code: 'MOON-7',
    message: 'The <b>moon</b> is in the \u202eyaw',
    details: 'Wait for it to set.\u200b',
    help: 'javascript:alert(1)',
  }
  draw(<ExplainedError error={failed(sent)} />)
  for (const words of [
    'The <b>moon</b> is in the U+202Eyaw',
    'MOON-7',
    'Wait for it to set.U+200B',
    sent.help,
  ])
    await expect.element(banner).toHaveTextContent(words)
  await expect.element(banner.getByRole('link')).not.toBeInTheDocument()
  expect(banner.element().textContent).not.toMatch(/[\u202e\u200b]/)
})

test('its help over http(s) is a link to another tab, and all of it can be copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const help = 'https://help.invalid/a?b=c'
  const sent = { code: 'ERR-01', message: 'Out of order', details: 'Pool is empty', requestId: 'r-1', help }
  draw(<ExplainedError error={failed({ ...sent, requestPath: '/a?b=c' })} />)
  const link = banner.getByRole('link')
  await expect.element(link).toHaveAttribute('href', help)
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', expect.stringMatching(/noreferrer/))
  await banner.getByRole('button', { name: 'Copy details' }).click()
  const [text = ''] = copied.mock.calls[0] ?? []
  expect(text).toContain(`Error: ${serviceErrors['ERR-01'].title}\nCode: ERR-01\nMessage: Out of order\n`)
  for (const line of [`Help: ${help}`, 'HTTP status: 400', 'Request: GET /a?b=c', 'Request id: r-1'])
    expect(text.split('\n')).toContain(line)
})

test('a key that is not accepted leads to signing in again, and back to the page', async () => {
  draw(<ExplainedError error={failed({ code: 'ERR-02' })} />, '/vaults?vault_type=cold')
  await expect
    .element(page.getByRole('link', { name: 'Sign in again' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/sign-in\?from=%2Fvaults%3Fvault_type%3Dcold/))
})
