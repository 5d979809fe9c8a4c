import { deflateSync } from 'node:zlib'

/** A document of one page; what is drawn on it is given as a content stream. */
export function makePdf(content: Buffer, { isPacked = false } = {}): Buffer {
  const stream = isPacked ? deflateSync(content, { level: 9 }) : content
  const filter = isPacked ? '/Filter /FlateDecode ' : ''
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    ),
    Buffer.concat([
      Buffer.from(`<< ${filter}/Length ${stream.length} >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from(FONT),
  ]
  return assemblePdf(objects)
}

export const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** A document of these objects, the first of which is its catalog. */
export function assemblePdf(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  const size = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [at, object] of objects.entries()) {
    offsets.push(size())
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = size()
  parts.push(
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`),
    Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n`),
    Buffer.from(`startxref\n${start}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

/** A content stream that writes one line. */
export const pdfLine = (text: string): Buffer =>
  Buffer.from(`BT /F1 24 Tf 72 720 Td (${text}) Tj ET`)
