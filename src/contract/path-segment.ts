/**
 * A text as one path segment. An id may hold half a surrogate pair, which an address cannot: it becomes U+FFFD, in the link alone, so
 * that such an id breaks no page.
 */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}
