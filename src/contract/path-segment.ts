/**
 * A text as one segment of a path. Ids come from outside and may hold half a surrogate pair, for which an address has no form: it
 * becomes U+FFFD, in the link alone, so that such an id breaks no page. What is shown and exported stays as it came.
 */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}
