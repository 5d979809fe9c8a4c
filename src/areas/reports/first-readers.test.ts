import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

const APPS = 12

test('many who are the first to read a report, on two nodes, all get it', async () => {
  const { as, admin, connection } = await startApp()
  const other = await startApp({ connection })
  const codes = Array.from({ length: APPS }, (_, at) => `app${at}`)
  const files = solution('sales', {
    ...Object.fromEntries(
      codes.map((code) => [
        `workspaces/sales/apps/${code}.yaml`,
        `name: ${code}\nfields:\n  title: { name: Title, type: STRING }\n`,
      ]),
    ),
    'workspaces/sales/reports/all.yaml':
      'name: All\ncolumns:\n  title: { name: Title, type: STRING }\nsql: select title from "ws_sales"."app0"\n',
  })
  await as(admin).solutions.apply({ input: { files } })
  const params = { namespace: 'sales', code: 'all' }
  const app = { params: { namespace: 'sales', code: 'app0' }, input: {} }
  await expect
    .poll(() =>
      other
        .as(admin)
        .apps.listItems(app)
        .then(() => 'seen', String),
    )
    .toBe('seen')

  const answers = await Promise.all(
    codes.map((_, at) => (at % 2 ? as : other.as)(admin).reports.listRows({ params, input: {} })),
  )

  expect(answers.map(({ result }) => result.total)).toEqual(codes.map(() => 0))
})
