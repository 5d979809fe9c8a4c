import { expect, test } from 'vitest'
import { appSolution, startSolutions, TITLE } from '../../../test/solution.ts'

const { admin, apply, as, make, plan } = await startSolutions()

test('rights become grants and go with the definition', async () => {
  const ann = await make.user()
  const rights = (text: string) => appSolution('rights', 'deals', `${TITLE}rights:\n  ${text}\n`)
  const grants = async () => {
    const input = { kind: 'app', object: 'rights/deals' }
    const { grants: found } = await as(admin).access.listGrants({ input })
    return found.map(({ right, subject }) => ({ right, subject }))
  }

  await apply(rights(`"user:${ann.login}": [read, update]`))
  const first = await grants()
  await apply(rights(`"user:${ann.login}": [read]`))
  const second = await grants()
  await apply(appSolution('rights', 'deals', TITLE))

  expect(first).toEqual([
    { right: 'read', subject: ann.id },
    { right: 'update', subject: ann.id },
  ])
  expect(second).toEqual([{ right: 'read', subject: ann.id }])
  expect(await grants()).toEqual([])
})

test('a grant made by hand outlives the definition that gives the same', async () => {
  const ann = await make.user()
  await apply(appSolution('by_hand', 'deals', TITLE))
  const grant = { kind: 'app', object: 'by_hand/deals', right: 'read', subject: ann.id }
  await as(admin).access.grant({ input: { ...grant, subjectKind: 'user' } })

  await apply(appSolution('by_hand', 'deals', `${TITLE}rights:\n  "user:${ann.login}": [read]\n`))
  await apply(appSolution('by_hand', 'deals', TITLE))

  const input = { kind: 'app', object: 'by_hand/deals' }
  expect((await as(admin).access.listGrants({ input })).grants).toHaveLength(1)
})

test('a right of a definition that was revoked by hand comes back', async () => {
  const ann = await make.user()
  const files = appSolution('revoked', 'deals', `${TITLE}rights:\n  "user:${ann.login}": [read]\n`)
  await apply(files)
  const input = { kind: 'app', object: 'revoked/deals' }
  const { access } = as(admin)
  const { grants } = await access.listGrants({ input })
  await access.revokeGrant({ params: { id: grants[0]?.id ?? '' } })

  await apply(files)

  expect((await access.listGrants({ input })).grants).toHaveLength(1)
})

test('rights for nobody are refused with their place', async () => {
  const files = appSolution('nobody', 'deals', `${TITLE}rights:\n  "user:no-such-person": [read]\n`)

  for (const refused of [plan(files), apply(files)]) {
    await expect(refused).rejects.toMatchObject({
      status: 400,
      details: [
        {
          path: 'workspaces/nobody/apps/deals.yaml:5:3',
          message: 'there is no user:no-such-person',
        },
      ],
    })
  }
})

test.each([
  ['transitions:\n  - { from: in, to: out, by: [process, "user:no-such-person"] }', '6:40'],
  ['locks:\n  - { in: out, except: [process, "user:no-such-person"] }', '6:34'],
  ['type: DOCUMENT\nregistration:\n  by: ["user:no-such-person"]', '7:8'],
])('nobody is named elsewhere either: %s', async (yaml, place) => {
  const statuses =
    'statuses: [{ code: all, name: All, statuses: [{ id: 1, code: in, name: In }, { id: 2, code: out, name: Out }] }]'
  const files = appSolution('nowhere', 'deals', `${TITLE}${statuses}\n${yaml}\n`)

  await expect(plan(files)).rejects.toMatchObject({
    details: [
      {
        path: `workspaces/nowhere/apps/deals.yaml:${place}`,
        message: 'there is no user:no-such-person',
      },
    ],
  })
})

test('what is probably not meant so is a warning, and is applied all the same', async () => {
  const files = appSolution(
    'warned',
    'deals',
    `${TITLE}statuses:
  - code: all
    name: All
    statuses:
      - { id: 1, code: open, name: Open }
      - { id: 2, code: won, name: Won }
transitions:
  - { from: won, to: open }
`,
  )
  const warnings = [
    {
      path: 'workspaces/warned/apps/deals.yaml:9:24',
      message: 'no transition leads to the status "won"',
    },
  ]

  expect(await plan(files)).toMatchObject({ warnings })
  expect(await apply(files)).toMatchObject({ warnings })
  expect(await plan(files)).toMatchObject({ warnings, files: [] })
})
