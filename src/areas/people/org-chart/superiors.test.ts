import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { people } from '../../../../test/people.ts'
import { applyPeople } from '../definitions.ts'
import { headsOf, listSubordinates } from './service.ts'

const { as, admin, make } = await startApp()

const logins = ['ceo', 'cto', 'lead', 'second', 'dev', 'clerk', 'cook'] as const
const users = Object.fromEntries(
  await Promise.all(logins.map(async (login) => [login, await make.user({ login })] as const)),
) as Record<(typeof logins)[number], Awaited<ReturnType<typeof make.user>>>

await make.asSystem((ctx) =>
  applyPeople(
    ctx,
    people('company', {
      departments: [
        {
          code: 'top',
          name: 'Top',
          positions: [
            { code: 'ceo', name: 'CEO', isHead: true, users: ['ceo'] },
            { code: 'clerk', name: 'Clerk', users: ['clerk'] },
          ],
          departments: [
            {
              code: 'tech',
              name: 'Tech',
              positions: [{ code: 'cto', name: 'CTO', isHead: true, users: ['cto'] }],
              departments: [
                {
                  code: 'headless',
                  name: 'Headless',
                  departments: [
                    {
                      code: 'team',
                      name: 'Team',
                      positions: [
                        { code: 'lead', name: 'Lead', isHead: true, users: ['lead'] },
                        { code: 'second', name: 'Second lead', isHead: true, users: ['second'] },
                        { code: 'dev', name: 'Developer', users: ['dev'] },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  ),
)

const heads = async (login: (typeof logins)[number]) => {
  const ids = await make.asSystem((ctx) => headsOf(ctx, users[login].id))
  return logins.filter((each) => ids.includes(users[each].id))
}
const above = (superior: (typeof logins)[number], login: (typeof logins)[number]) =>
  make.asSystem(async (ctx) =>
    (await listSubordinates(ctx, users[superior].id)).some(({ id }) => id === users[login].id),
  )

test('one answers to the head of the department, the head to the one above', async () => {
  expect(await heads('dev')).toEqual(['lead', 'second'])
  expect(await heads('lead')).toEqual(['cto'])
  expect(await heads('cto')).toEqual(['ceo'])
  expect(await heads('clerk')).toEqual(['ceo'])
  expect(await heads('ceo')).toEqual([])
  expect(await heads('cook')).toEqual([])
})

test('a superior is whoever heads a department above, however far', async () => {
  expect(await above('ceo', 'dev')).toBe(true)
  expect(await above('lead', 'dev')).toBe(true)
  expect(await above('dev', 'lead')).toBe(false)
  expect(await above('lead', 'clerk')).toBe(false)
  expect(await above('lead', 'lead')).toBe(false)
  expect(await above('second', 'lead')).toBe(false)
})

test('whoever somebody answers to, directly or not, is a superior of theirs', async () => {
  for (const login of logins) {
    const superiors = new Set(await heads(login))
    for (const each of superiors) for (const next of await heads(each)) superiors.add(next)

    const found = await Promise.all(logins.map((each) => above(each, login)))
    expect(logins.filter((_, at) => found[at])).toEqual(
      logins.filter((each) => superiors.has(each)),
    )
  }
})

test('who is blocked heads nobody', async () => {
  const [lead, second] = [{ id: users.lead.id }, { id: users.second.id }]
  await as(admin).users.block({ params: lead })
  expect(await heads('dev')).toEqual(['second'])

  await as(admin).users.block({ params: second })

  expect(await heads('dev')).toEqual(['cto'])
  await as(admin).users.unblock({ params: lead })
  expect(await heads('dev')).toEqual(['lead'])
})

test('the org chart is read by everybody', async () => {
  const { units } = await as(users.dev).users.getOrgChart()

  const lead = units.find(({ code, kind }) => code === 'lead' && kind === 'position')
  const team = units.find(({ code }) => code === 'team')
  expect(lead).toMatchObject({ isHead: true, parent: team?.id, users: [users.lead.id] })
  expect(units.find(({ code }) => code === 'top')).toMatchObject({ parent: null, users: [] })
})
