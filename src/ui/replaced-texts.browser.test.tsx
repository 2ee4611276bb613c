import { expect, test } from 'vitest'
import { followReplacedTexts } from './replaced-texts.ts'
import { draw } from './testing/draw.tsx'

const main = () => document.querySelector('main') ?? document.body

/** As extensions do that translate: each text is put into an element, the same text or another in its place. */
function translate(isKept: boolean): void {
  const walker = document.createTreeWalker(main(), NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let at = walker.nextNode(); at; at = walker.nextNode()) if (at instanceof Text) texts.push(at)
  for (const text of texts) {
    const element = document.createElement('font')
    text.replaceWith(element)
    element.append(isKept ? text : `${text.data}°`)
  }
}

test.each([
  ['replaced', false],
  ['wrapped', true],
])('React goes on where its texts were %s, and shows no old one', async (_, isKept) => {
  const drawn = (words: string[]) => (
    <main>
      {words.length > 2 && 'Many. '}
      {words.length} words: {words.map((word) => word && [word, ' '])}
    </main>
  )
  const { removeChild, insertBefore } = Node.prototype
  followReplacedTexts(document.body)
  const { rerender } = draw(drawn(['one', 'two']))
  for (const words of [['one', 'three'], ['zero', 'one', 'two'], ['two'], []]) {
    translate(isKept)
    // An extension does so in a task of its own.
    await Promise.resolve()
    rerender(drawn(words))
    const expected = `${words.length > 2 ? 'Many. ' : ''}${words.length} words: ${words.map((word) => `${word} `).join('')}`
    await expect.poll(() => main().textContent.replaceAll('°', '')).toBe(expected)
  }
  Object.assign(Node.prototype, { removeChild, insertBefore })
})
