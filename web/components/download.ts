/** Hands a file that was made here to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // The download has begun when the click returns; the browser holds on to what it needs.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
