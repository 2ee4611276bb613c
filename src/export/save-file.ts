/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Hands bytes to the browser as a file to keep. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Nothing tells when the browser has taken the file. Some ask first, and Safari asks for it some time after the press.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
