/** Text as XML has it, in elements and attributes. Characters that XML does not know are left out. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Cs}/gu, '')
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
