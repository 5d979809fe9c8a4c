import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { drawChart } from './chart.ts'
import type { Printed } from './pdf.ts'

/** Roboto has Latin, Cyrillic and Greek letters; it comes with the package. */
const FONTS = join(createRequire(import.meta.url).resolve('pdfmake'), '../../fonts/Roboto')
const [normal, bold] = ['Roboto-Regular.ttf', 'Roboto-Medium.ttf'].map((name) => join(FONTS, name))

/** More columns than these are printed across. */
const UPRIGHT = 6
const LONGEST_CELL = 1000

pdfmake.addFonts({
  Roboto: {
    normal: String(normal),
    bold: String(bold),
    italics: String(normal),
    bolditalics: String(bold),
  },
})
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)

const { title, lines, chart, columns, rows } = workerData as Printed
const alignment = columns.map(({ isNumber }) => (isNumber ? 'right' : 'left'))

const cell = (text: string | null, at: number) => ({
  text: (text ?? '').slice(0, LONGEST_CELL),
  alignment: alignment[at],
})

const document = {
  info: { title },
  pageSize: 'A4',
  pageOrientation: columns.length > UPRIGHT ? 'landscape' : 'portrait',
  pageMargins: [36, 36, 36, 48],
  defaultStyle: { font: 'Roboto', fontSize: 9 },
  footer: (page: number, pages: number) => ({
    text: `${page} / ${pages}`,
    alignment: 'center',
    fontSize: 8,
    margin: [0, 16, 0, 0],
  }),
  content: [
    { text: title, fontSize: 16, bold: true, margin: [0, 0, 0, 4] },
    ...lines.map((text) => ({ text, color: '#666666', margin: [0, 0, 0, 2] })),
    ...(chart ? [{ svg: drawChart(chart), margin: [0, 8, 0, 0] }] : []),
    {
      margin: [0, 8, 0, 0],
      layout: 'lightHorizontalLines',
      table: {
        headerRows: 1,
        // Numbers take what they need, texts share the rest.
        widths: columns.map(({ isNumber }) => (isNumber ? 'auto' : '*')),
        body: [
          columns.map((column, at) => ({ ...cell(column.title, at), bold: true })),
          ...rows.map((row) => row.map(cell)),
        ],
      },
    },
  ],
}

parentPort?.postMessage(await pdfmake.createPdf(document).getBuffer())
