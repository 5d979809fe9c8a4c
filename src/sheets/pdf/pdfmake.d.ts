/** The part of pdfmake we use; it comes without types. */
declare module 'pdfmake' {
  type Fonts = Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>
  const pdfmake: {
    addFonts(fonts: Fonts): void
    /** Whether an address in a document may be fetched. */
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void
    /** Whether a file may be read. */
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void
    createPdf(document: object): { getBuffer(): Promise<Buffer> }
  }
  // biome-ignore lint/style/noDefaultExport: it is what the package exports
  export default pdfmake
}
