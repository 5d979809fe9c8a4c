import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../../test/solution.ts'

const { apply, plan, client, as, admin } = await startSolutions()
const list = async (active = true) =>
  (await as(admin).nomenclature.listFolders({ input: { active } })).result

const office = (code: string, folders: string) =>
  `offices:\n  - code: ${code}\n    name: Office\n    folders:\n${folders}`

const nomenclature = (code: string, yaml: string, files: Record<string, string> = {}) =>
  solution(code, { 'nomenclature.yaml': yaml, ...files })

const app = (folder: string) =>
  `name: Letters\ntype: DOCUMENT\nfields:\n  subject: { name: Subject, type: STRING }\nregistration:\n  folders: [${folder}]\n`

test('what a solution defines is there, and a second time changes nothing', async () => {
  const files = nomenclature(
    'first',
    `offices:
  - code: main
    name: Main office
    folders:
      - { code: shared, name: Shared, through: main/letters/in }
    categories:
      - code: letters
        name: Letters
        folders:
          - { code: in, name: In, docflow: input, template: "IN-{$__index}", minLength: 3, reset: { period: year } }
`,
  )

  const { effects } = await apply(files)

  expect(effects).toEqual([
    'create office main',
    'create category main/letters',
    'create folder main/letters/in',
    'create folder main/shared',
  ])
  const [incoming, shared] = await list()
  expect(incoming).toMatchObject({
    docflow: 'input',
    registrationSettings: { templateEnabled: true, template: 'IN-{$__index}', resetInPeriod: true },
  })
  expect(shared?.registrationSettings).toMatchObject({
    through: true,
    throughSerialId: incoming?.serialId,
  })
  expect((await apply(files)).effects).toEqual([])
})

test('what changes is told, what is gone is deleted and may come back', async () => {
  const before = nomenclature('second', office('second', '      - { code: a, name: A }\n'))
  await apply(before)
  const after = nomenclature(
    'second',
    office('second', '      - { code: b, name: B, manual: true, reuse: true }\n'),
  )

  expect((await apply(after)).effects).toEqual(['create folder second/b', 'delete folder second/a'])
  expect((await list()).map(({ name }) => name)).not.toContain('A')
  expect((await list(false)).map(({ name }) => name)).toContain('A')
  expect((await apply(before)).effects).toEqual([
    'bring back folder second/a',
    'delete folder second/b',
  ])
  await client.remove({ params: { code: 'second' }, input: {} })
  expect((await list()).map(({ name }) => name)).not.toContain('A')
})

test.each([
  [
    'an unknown folder of an app',
    office('x', '      - { code: a, name: A }\n'),
    app('x/b'),
    'there is no folder "x/b", did you mean "x/a"?',
  ],
  [
    'a folder whose numbers need a field that the app has not',
    office('x', '      - { code: a, name: A, template: "{$subjekt}-{$__index}" }\n'),
    app('x/a'),
    'unknown field "subjekt", did you mean "subject"?',
  ],
  [
    'an id of no folder',
    office('x', '      - { code: a, name: A }\n'),
    app('0f0f0f0f-0000-4000-8000-00000000000f'),
    'there is no folder "0f0f0f0f',
  ],
  [
    'a counter of nobody',
    office('x', '      - { code: a, name: A, through: x/c }\n'),
    app(''),
    'there is no folder "x/c"',
  ],
  [
    'a counter that is itself shared',
    office(
      'x',
      '      - { code: a, name: A }\n      - { code: b, name: B, through: x/a }\n      - { code: c, name: C, through: x/b }\n',
    ),
    app(''),
    'name that one',
  ],
  [
    'its own counter',
    office('x', '      - { code: a, name: A, through: x/a }\n'),
    app(''),
    'its own counter',
  ],
  [
    'a folder twice',
    office('x', '      - { code: a, name: A }\n      - { code: a, name: B }\n'),
    app(''),
    'the code "a" is there twice',
  ],
  [
    'a template without the counter',
    office('x', '      - { code: a, name: A, template: A }\n'),
    app(''),
    'every number would be the same',
  ],
])('%s is refused with its place', async (_, yaml, letters, message) => {
  const files = nomenclature('wrong', yaml, { 'workspaces/wrong/apps/letters.yaml': letters })

  await expect(plan(files)).rejects.toThrow(message)
  await expect(plan(files)).rejects.toMatchObject({
    details: [{ path: expect.stringMatching(/\.yaml:\d+:\d+$/) }],
  })
})

test('an app registers in folders of another solution, which then cannot go', async () => {
  await apply(nomenclature('owner', office('owned', '      - { code: a, name: A }\n')))
  await apply(solution('user', { 'workspaces/user/apps/letters.yaml': app('owned/a') }))

  const gone = nomenclature('owner', office('owned', '      - { code: b, name: B }\n'))

  await expect(apply(gone)).rejects.toThrow('app user/letters of the solution "user" registers in')
})

test('the metadata of an app has the ids of its folders', async () => {
  await apply(
    nomenclature('shown', office('shown', '      - { code: a, name: Shown }\n'), {
      'workspaces/shown/apps/letters.yaml': app('shown/a'),
    }),
  )
  const params = { namespace: 'shown', code: 'letters' }

  const { application: letters } = await as(admin).scheme.getApp({ params })

  const id = (await list()).find(({ name }) => name === 'Shown')?.id
  expect(letters.params).toMatchObject({
    registrationSettings: {
      enabled: true,
      nomenclatureIds: [id],
      restrictRegistration: '',
      orgunitIdModel: [],
      preliminaryReservationSettings: { enabled: false, nomenclatureIds: [] },
    },
  })
})

test('what belongs to another solution is not taken', async () => {
  await apply(nomenclature('mine', office('ours', '      - { code: a, name: A }\n')))

  const call = apply(nomenclature('thine', office('ours', '      - { code: a, name: A }\n')))

  await expect(call).rejects.toThrow('"ours" belongs to the solution "mine"')
})
