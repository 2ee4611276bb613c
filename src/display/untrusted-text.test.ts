import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tidied } from '../contract/hidden-characters.ts'
import { anyCharacter } from '../testing/properties.ts'
import {
  groupsOfFour,
  hasMarks,
  safeHttpLink,
  shortenMiddle,
  shownText,
  withHiddenNamed,
} from './untrusted-text.ts'

const anyText = fc.string({ unit: anyCharacter })
const hiddenIn = (text: string) =>
  shownText(text, text.length).parts.flatMap((part) => (part.kind === 'hidden' ? [part.name] : []))

describe('hidden characters', () => {
  test('a tidied text has none, and stays as it is when it is tidied again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tidy = tidied(text)
        expect(hiddenIn(tidy.text)).toEqual([])
        expect(tidied(tidy.text)).toEqual({ text: tidy.text, hidden: [] })
      }),
    )
  })

  test('where there can be no markup, names stand in their places, and naming twice changes nothing', () => {
    expect(withHiddenNamed('a\u202eb\u200b')).toBe('aU+202EbU+200B')
    fc.assert(
      fc.property(anyText, (text) => {
        const named = withHiddenNamed(text)
        expect(hiddenIn(named)).toEqual([])
        expect(withHiddenNamed(named)).toBe(named)
      }),
    )
  })

  test.each([
    ['invoice\u202Efdp.exe', ['U+202E']],
    ['a\u200Bb', ['U+200B']],
    ['a\u0000b\u001B[31m', ['U+0000', 'U+001B']],
    ['\uFEFFx', ['U+FEFF']],
    ['x\u{E0041}', ['U+E0041']],
    ['lone \uD800 surrogate', ['U+D800']],
    ['first\rsecond', ['U+000D']],
    ['\u2066isolate\u2069', ['U+2066', 'U+2069']],
  ])('%j shows %j', (text, names) => {
    expect(hiddenIn(text)).toEqual(names)
  })

  test.each([
    'plain',
    'two\nlines\r\nand\ta tab',
    'مرحبا',
    'שלום',
    '日本語',
    'é e\u0301',
    '👨‍👩‍👧 ❤️ 👍🏽',
    '',
  ])('%j has none', (text) => {
    expect(hiddenIn(text)).toEqual([])
  })
})

describe('letters that pass for Latin ones', () => {
  test.each([
    ['USD\u0422_ETH', 'USDU+0422_ETH'],
    ['\u054dS\u13aa\u0422', 'U+054DSU+13AAU+0422'],
    ['\u0415\u0422\u041d', 'U+0415U+0422U+041D'],
    ['Tether (\u0415\u0422\u041d)', 'Tether (U+0415U+0422U+041D)'],
    ['0xb2C4\u0430', '0xb2C4U+0430'],
    ['K\u200braken\u0441', 'KU+200BrakenU+0441'],
    ['\u{1d5b4}\u{1d5b2}\u{1d5a3}', 'U+1D5B4U+1D5B2U+1D5A3'],
  ])('are named in %j', (text, named) => {
    expect(withHiddenNamed(text)).toBe(named)
    expect(hasMarks(text)).toBe(true)
  })

  test.each([
    'Казна',
    'ООО Ромашка',
    'Казна ETH',
    'Ταμείο',
    '日本Vault',
    'USDコイン',
    'Zürich – Übergabe',
    '10 µm',
    'مرحبا',
    'Пополнение: оплата счёта в USDT',
  ])('are not seen in a script of its own: %s', (text) => {
    expect(withHiddenNamed(text)).toBe(text)
    expect(hasMarks(text)).toBe(false)
  })
})

describe('what is drawn of a text', () => {
  const drawn = (text: string, most = 10_000) => {
    const { parts, more } = shownText(text, most)
    return { parts: parts.map((part) => (part.kind === 'hidden' ? [part.name] : part.text)), more }
  }

  test('a few hidden characters in a row are named, and more are counted', () => {
    expect(drawn('a\u200b\u200b\u200b\u200bb').parts).toEqual(['a', ...Array(4).fill(['U+200B']), 'b'])
    expect(drawn(`a${'\u200b\u202e'.repeat(10_000)}b`)).toEqual({
      parts: ['a', ['20,000 hidden characters'], 'b'],
      more: 0,
    })
  })

  test.each([
    ['joiners in a row', '\u200d'.repeat(100_000), 1],
    ['joiners of no emoji', 'a\u200d'.repeat(100_000), 1001],
    ['a long note', 'x'.repeat(5_000_000), 1],
    ['a long note of what is hidden', '\u200b'.repeat(5_000_000), 1],
  ])('%s: a bounded number of parts, and the rest is counted', (_, text, most) => {
    const { parts, more } = shownText(text, 10_000)
    expect(parts.length).toBeLessThanOrEqual(most)
    expect(parts.map((part) => part.text).join('').length + more).toBe(text.length)
  })

  test('what is drawn and what is counted are all of it, and no character is cut in two', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, most) => {
        const { parts, more } = shownText(text, most)
        const whole = parts.map((part) => part.text).join('')
        expect(text.startsWith(whole)).toBe(true)
        expect(whole.length + more).toBe(text.length)
      }),
    )
    expect(drawn('ab😀cd', 3)).toEqual({ parts: ['ab'], more: 4 })
    expect(withHiddenNamed('x'.repeat(2_000))).toBe(`${'x'.repeat(1_000)}…`)
  })
})

describe('a link from outside', () => {
  test.each([
    ['https://etherscan.io/tx/0xabc', 'https://etherscan.io/tx/0xabc'],
    [' http://127.0.0.1:8080/x ', 'http://127.0.0.1:8080/x'],
    ['HTTPS://Example.com', 'https://example.com/'],
  ])('%s opens', (text, href) => {
    expect(safeHttpLink(text)).toBe(href)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'java\nscript:alert(1)',
    '//evil.example',
    '/relative',
    'https://user:secret@evil.example',
    'https://etherscan.io@evil.example',
    'https://',
    'ftp://example.com',
    '',
    null,
  ])('%j does not', (text) => {
    expect(safeHttpLink(text)).toBeNull()
  })
})

test('a shortened text keeps both ends', () => {
  expect(shortenMiddle('0x1234567890abcdef1234', 6, 4)).toEqual({ start: '0x1234', end: '1234' })
  expect(shortenMiddle('short', 6, 4)).toBeNull()
})

test('groups of four joined are the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parts = groupsOfFour(text).flat()
      expect(parts.map((part) => part.text).join('')).toBe(text)
    }),
  )
})

test('groups of four begin at the front, and the last four characters are marked wherever they begin', () => {
  const written = (text: string) =>
    groupsOfFour(text).map((group) =>
      group.map((part) => (part.isEnd ? `[${part.text}]` : part.text)).join(''),
    )
  expect(written('abcdefghij')).toEqual(['abcd', 'ef[gh]', '[ij]'])
  expect(written('abcdefgh')).toEqual(['abcd', '[efgh]'])
  expect(written('abc')).toEqual(['[abc]'])
  expect(written('0xabcdefghijkl')).toEqual(['0xabcd', 'efgh', '[ijkl]'])
})
