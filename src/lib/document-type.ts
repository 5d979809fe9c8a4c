/**
 * Whether an XML file defines a document type before its first element. Nothing that we read needs one, and
 * entities are how a small file grows or reaches for other files.
 */
export const hasDocumentType = (xml: string): boolean => {
  const first = xml.search(/<[A-Za-z_]/)
  return /<!(DOCTYPE|ENTITY)/i.test(first < 0 ? xml : xml.slice(0, first))
}

export const DOCUMENT_TYPE = 'it defines a document type, remove <!DOCTYPE …> from its beginning'
