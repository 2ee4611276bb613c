import { describe, expect, test } from 'vitest'
import { helpKind } from './help-link.ts'

const console = 'https://custody.example'

describe('the help of an error', () => {
  test.each([
    ['https://docs.example/authentication', 'link'],
    ['http://10.0.0.7:8081/authentication', 'link'],
    ['https://localhost.example/a', 'link'],
    ['https://1270.example/a', 'link'],
    ['', 'text'],
    ['Ask the desk', 'text'],
    ['javascript:alert(1)', 'text'],
    ['data:text/html,x', 'text'],
    ['//evil.invalid', 'text'],
    ['https://u:p@evil.invalid', 'text'],
  ])('%j', (help, expected) => {
    expect(helpKind(help, console)).toBe(expected)
  })

  test.each([
    'http://127.0.0.1:39211/authentication',
    'http://127.1/authentication',
    'http://0x7f000001/authentication',
    'http://localhost:8081/authentication',
    'http://LOCALHOST./authentication',
    'http://service.localhost/authentication',
    'http://[::1]:8081/authentication',
    'http://[::ffff:127.0.0.1]/authentication',
    'http://0.0.0.0:8081/authentication',
  ])('%j is the machine of whoever sent it', (help) => {
    expect(helpKind(help, console)).toBe('local')
    // Nor is another port of this machine the console's own.
    expect(helpKind(help, 'http://localhost:8080')).toBe('local')
  })

  test('the console’s own address can be opened, wherever it is', () => {
    const href = 'http://localhost:8080/authentication'
    expect(helpKind(href, 'http://localhost:8080')).toBe('link')
  })
})
