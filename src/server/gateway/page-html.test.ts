import { describe, expect, it } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import { parseSessionState, sessionElementId } from '../../contract/session.ts'
import { consolePages } from './console-files.ts'

const { service, start } = await startScripted()
const gateway = await start()
const cookie = await gateway.signIn('key-of-the-reader', 'account </script><script>')

const ended = await gateway.signIn()
await gateway.signOut(ended)

const pageOf = async (path: string, headers: Record<string, string> = { cookie }, from = gateway) =>
  (await from.fetch(path, { headers })).text()

/** Every element of a page's head that names a file or a request, as a browser reads it. */
const linksOf = (html: string) =>
  [...html.matchAll(/<link ([^>]*?)href="([^"]*)">/g)].map(
    ([, kind = '', href = '']) =>
      `${kind.replace(/ crossorigin|"/g, '').trim()} ${href.replaceAll('&amp;', '&')}`,
  )

const sessionIn = (html: string) => {
  const [, json] =
    new RegExp(`<script type="application/json" id="${sessionElementId}">(.*?)</script>`).exec(html) ?? []
  return json === undefined ? undefined : parseSessionState(JSON.parse(json))
}

describe('the page', () => {
  it.each(consolePages.map(({ path, module }) => [path.replace(/:\w+$/, 'x'), module]))(
    'at %s names the files of its own page, and none of the entry',
    async (path, module) => {
      const name = /(\w+)\.tsx$/.exec(module)?.[1]
      expect(linksOf(await pageOf(path, {}))).toEqual([
        'rel=stylesheet /assets/list.css',
        `rel=stylesheet /assets/${name}.css`,
        'rel=modulepreload /assets/list.js',
        `rel=modulepreload /assets/${name}.js`,
      ])
    },
  )

  it('asks for its first rows where somebody is signed in', async () => {
    const rows = (html: string) => linksOf(html).filter((link) => link.includes('as=fetch'))
    const path = '/transactions?status=pending&limit=25'
    expect(rows(await pageOf(path))).toEqual([
      'rel=preload as=fetch /api/transactions?status=pending&limit=25',
    ])
    expect(rows(await pageOf(path, {}))).toEqual([])
    expect(rows(await pageOf('/check'))).toEqual([])
    // The gateway itself asks for nothing.
    expect(service.received).toEqual([])
  })

  it('holds what GET /session answers, and no key', async () => {
    const html = await pageOf('/vaults')
    // Time passes between the two.
    expect(sessionIn(html)).toEqual({ ...(await gateway.state(cookie)), idleSeconds: expect.any(Number) })
    expect(html).not.toContain('key-of-the-reader')
  })

  it.each([
    ['no cookie', {}],
    ['a broken cookie', { cookie: 'custody_session=abc' }],
    ['the cookie of a session that has ended', { cookie: ended }],
    // GET /session says what is the matter.
    ['two session cookies', { cookie: 'custody_session=abc; custody_session=def' }],
  ])('holds no session with %s: the console asks', async (_, headers) => {
    const html = await pageOf('/transactions', headers)
    expect(html).toContain('<title>Console</title>')
    expect(html).not.toMatch(/application\/json|as="fetch"|<nav>/)
  })

  it('holds the frame within which its page is drawn, where somebody is signed in', async () => {
    expect(await pageOf('/vaults')).toContain('<nav></nav>')
    expect(await pageOf('/sign-in')).not.toContain('<nav>')
  })

  it.each([
    ['custody_theme=dark', 'lang="en" data-theme="dark"'],
    ['other=1; custody_theme=light', 'lang="en" data-theme="light"'],
    ['custody_theme="><script>', 'lang="en"'],
  ])('has the theme that the reader chose: %s', async (theme, language) => {
    expect(await pageOf('/vaults', { cookie: `${cookie}; ${theme}` })).toContain(`<html ${language}>`)
  })

  it('holds that of a fixed key for everybody', async () => {
    const fixed = await start({ CUSTODY_API_KEY: 'key-of-the-house' })
    const html = await pageOf('/vaults', {}, fixed)
    expect(sessionIn(html)).toMatchObject({ signedIn: true, fixedKey: true })
    expect(html).toContain('as="fetch"')
    expect(html).not.toContain('key-of-the-house')
  })

  const hostile = '"><script>alert(1)</script>'
  it.each([
    ...['transactions', 'vaults', 'whitelists', 'balances'].flatMap((page) => [
      `/${page}?asset_id=${encodeURIComponent(hostile)}`,
      `/${page}?asset_id=${hostile}&network_id=${hostile}`,
      `/${page}?${hostile}=1`,
      `/${page}/${encodeURIComponent('"><script>alert(1)<')}`,
      `/${page}/${hostile}`,
    ]),
    `/transactions?${[
      'source_id',
      'source_address',
      'destination_id',
      'destination_address',
      'transaction_id',
      'tx',
      'limit',
      'start_date',
    ]
      .map((name) => `${name}=${encodeURIComponent(hostile)}`)
      .join('&')}`,
    `/${hostile}`,
    `/?${hostile}`,
  ])('repeats nothing of %s as markup', async (path) => {
    const { body: html } = await gateway.raw(path, { cookie })
    expect(html).toContain('<title>Console</title>')
    expect(html).not.toMatch(/<script>|alert\(1\)<|"">/)
    // One element for the session, and links with nothing but paths of ours in them.
    expect(html.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(1)
    for (const link of linksOf(html)) expect(link).toMatch(/ \/(assets\/[\w.-]+|api\/[^"<>\s]+)$/)
  })
})
