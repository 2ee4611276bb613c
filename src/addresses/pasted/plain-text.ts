/** A pasted text as people see it: no markup, escapes or full-width forms. */
import { decodedSegment } from '../../contract/endpoints.ts'
import { type CleanText, withoutHidden } from '../../contract/hidden-characters.ts'

export function plainText(pasted: string): CleanText {
  const { text, hidden } = withoutHidden(pasted)
  return { text: withoutMarkup(halfWidth(text)), hidden }
}

/** Only the forms that an input method writes: a Kelvin sign is not a K. */
function halfWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00a0\u202f]/g, ' ')
}

function withoutMarkup(text: string): string {
  return (
    // A link that was encoded as a whole.
    (/%3A%2F%2F/i.test(text) ? (decodedSegment(text) ?? text) : text)
      .replace(tags, (tag) => `${breaking.test(tag) ? '\n' : ' '}${shownAttributes(tag)}`)
      .replace(
        /&(?:#(\d{1,5})|(amp|quot|apos|lt|gt|nbsp));/g,
        (_entity, code: string | undefined, name: string) =>
          code === undefined ? (entities[name] ?? ' ') : String.fromCharCode(Number(code)),
      )
      // JSON within JSON, and Markdown.
      .replace(/\\{1,4}[nrt]/g, '\n')
      .replace(/\\{1,4}(["'/_*[\]()#.:-])/g, '$1')
  )
}

/** Known elements alone: `<bc1q…>` is an address in angle brackets. */
const tags =
  /<\/?(?:a|b|i|u|p|br|hr|td|tr|th|table|tbody|thead|div|span|code|pre|strong|em|li|ul|ol|h[1-6]|font|img|input|button|label|html|body|small|blockquote)(?:\s[^<>]*)?\/?>/gi
const breaking = /^<\/?(?:p|br|hr|td|tr|th|div|li|h[1-6]|table)\b/i

function shownAttributes(tag: string): string {
  const shown = [...tag.matchAll(/\s(?:href|value|title|data-[\w-]+)\s*=\s*["']([^"']*)["']/gi)]
  return shown.map(([, value = '']) => `${value} `).join('')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
}
