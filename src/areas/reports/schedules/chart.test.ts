import { expect, test } from 'vitest'
import { drawChart } from '../../../sheets/pdf/chart.ts'
import { writePdf } from '../../../sheets/pdf/pdf.ts'
import { chartOf } from './chart.ts'

const LABELS = ['One', '<Two> & "co"', 'Three']
const chart = (kind: 'bar' | 'line' | 'area' | 'pie' | 'donut', values: number[]) =>
  drawChart({ kind, labels: LABELS, series: [{ name: 'Sum', values }], isStacked: false })
const count = (svg: string, mark: string) => svg.split(`<${mark}`).length - 1

test('every kind has its marks, and texts cannot be markup', () => {
  const bars = chart('bar', [1, 2, -3])
  expect([count(bars, 'rect'), count(bars, 'line')]).toEqual([3, 4])
  expect(bars).toContain('&#60;Two&#62; &#38; &#34;co&#34;')
  expect(count(chart('line', [1, 2, 3]), 'polyline')).toBe(1)
  expect(count(chart('area', [1, 2, 3]), 'polygon')).toBe(1)
  const circle = chart('donut', [1, 3, 0])
  expect([count(circle, 'path'), count(circle, 'circle')]).toEqual([2, 1])
  expect(circle).toContain('75 %')
})

test('nothing but zeros, or nothing at all, is drawn as well', () => {
  for (const kind of ['bar', 'line', 'area', 'pie', 'donut'] as const) {
    expect(chart(kind, [0, 0, 0])).not.toMatch(/NaN|Infinity/)
    const empty = drawChart({ kind, labels: [], series: [], isStacked: true })
    expect(empty).not.toMatch(/NaN|Infinity/)
  }
})

test('values of a second column become series, and what meets is added up', () => {
  const columns = [
    { code: 'month', title: 'Month', texts: ['May', 'May', 'June', 'May'] },
    { code: 'kind', title: 'Kind', texts: ['A', 'B', 'A', 'A'] },
    { code: 'sum', title: 'Sum', texts: ['1', '2', '3', null] },
  ]
  const asked = { kind: 'bar', along: 'month', values: ['sum'] } as const

  expect(chartOf(columns, { ...asked, split: 'kind' })).toEqual({
    ...{ kind: 'bar', isStacked: true, labels: ['May', 'June'] },
    series: [
      { name: 'A', values: [1, 3] },
      { name: 'B', values: [2, 0] },
    ],
  })
  expect(chartOf(columns, asked)).toMatchObject({
    ...{ isStacked: false, labels: ['May', 'May', 'June', 'May'] },
    series: [{ name: 'Sum', values: [1, 2, 3, 0] }],
  })
})

test('a document has the picture above its table', async () => {
  const printed = { title: 'Orders', lines: [], columns: [], rows: [] }
  const series = [{ name: 'Sum', values: [1, 2, 3] }]
  const picture = { kind: 'bar', labels: LABELS, series, isStacked: false } as const

  const [plain, drawn] = await Promise.all([
    writePdf({ ...printed, columns: [{ title: 'A', isNumber: false }] }),
    writePdf({ ...printed, columns: [{ title: 'A', isNumber: false }], chart: { ...picture } }),
  ])

  expect(drawn.length).toBeGreaterThan(plain.length + 300)
})
